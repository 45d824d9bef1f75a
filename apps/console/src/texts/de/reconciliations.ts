/** Texts of the pages of features/reconciliations in German. */
export const reconciliationsTexts: Readonly<Record<string, string>> = {};
