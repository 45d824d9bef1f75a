/** Texts of the pages of features/flows in German. */
export const flowsTexts: Readonly<Record<string, string>> = {};
