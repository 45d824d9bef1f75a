/** Texts of the pages of features/notifications in German. */
export const notificationsTexts: Readonly<Record<string, string>> = {};
