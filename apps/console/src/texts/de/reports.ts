/** Texts of the pages of features/reports in German. */
export const reportsTexts: Readonly<Record<string, string>> = {};
