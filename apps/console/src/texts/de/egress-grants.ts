/** Texts of the pages of features/egress-grants in German. */
export const egressGrantsTexts: Readonly<Record<string, string>> = {};
