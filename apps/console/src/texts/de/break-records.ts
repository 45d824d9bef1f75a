/** Texts of the pages of features/break-records in German. */
export const breakRecordsTexts: Readonly<Record<string, string>> = {};
