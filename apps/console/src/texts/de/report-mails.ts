/** Texts of the pages of features/report-mails in German. */
export const reportMailsTexts: Readonly<Record<string, string>> = {};
