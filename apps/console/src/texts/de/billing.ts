/** Texts of the pages of features/billing in German. */
export const billingTexts: Readonly<Record<string, string>> = {};
