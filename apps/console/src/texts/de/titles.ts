/** Texts of the pages of features/titles in German. */
export const titlesTexts: Readonly<Record<string, string>> = {};
