/** Texts of the pages of features/monitoring in German. */
export const monitoringTexts: Readonly<Record<string, string>> = {};
