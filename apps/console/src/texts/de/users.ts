/** Texts of the pages of features/users in German. */
export const usersTexts: Readonly<Record<string, string>> = {};
