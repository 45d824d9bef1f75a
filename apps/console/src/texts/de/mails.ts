/** Texts of the pages of features/mails in German. */
export const mailsTexts: Readonly<Record<string, string>> = {};
