/** Texts of the pages of features/deliveries in German. */
export const deliveriesTexts: Readonly<Record<string, string>> = {};
