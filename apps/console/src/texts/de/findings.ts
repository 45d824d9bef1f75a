/** German of rules of the audit and the monitor, reasons and owners of losses. */
export const findingsTexts: Readonly<Record<string, string>> = {};
