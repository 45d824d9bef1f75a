/** Texts of the pages of features/systems in German. */
export const systemsTexts: Readonly<Record<string, string>> = {};
