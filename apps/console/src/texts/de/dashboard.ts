/** Texts of the pages of features/dashboard in German. */
export const dashboardTexts: Readonly<Record<string, string>> = {};
