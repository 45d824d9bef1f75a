/** German of sentences of messages.ts. */
export const messagesTexts: Readonly<Record<string, string>> = {};
