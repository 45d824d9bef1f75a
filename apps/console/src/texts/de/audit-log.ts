/** Texts of the pages of features/audit-log in German. */
export const auditLogTexts: Readonly<Record<string, string>> = {};
