/** Texts of the pages of features/medias in German. */
export const mediasTexts: Readonly<Record<string, string>> = {};
