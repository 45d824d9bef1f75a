/** Texts of the pages of features/channels in German. */
export const channelsTexts: Readonly<Record<string, string>> = {};
