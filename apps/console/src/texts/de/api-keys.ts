/** Texts of the pages of features/api-keys in German. */
export const apiKeysTexts: Readonly<Record<string, string>> = {};
