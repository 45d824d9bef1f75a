/** Texts of the pages of features/jobs in German. */
export const jobsTexts: Readonly<Record<string, string>> = {};
