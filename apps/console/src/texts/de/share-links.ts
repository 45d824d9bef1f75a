/** Texts of the pages of features/share-links in German. */
export const shareLinksTexts: Readonly<Record<string, string>> = {};
