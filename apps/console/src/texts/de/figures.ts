/** German of reports, as the platform answers them. */
export const figuresTexts: Readonly<Record<string, string>> = {};
