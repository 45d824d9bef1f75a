/** Texts of the pages of features/annotations in German. */
export const annotationsTexts: Readonly<Record<string, string>> = {};
