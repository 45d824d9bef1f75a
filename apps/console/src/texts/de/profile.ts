/** Texts of the pages of features/profile in German. */
export const profileTexts: Readonly<Record<string, string>> = {};
