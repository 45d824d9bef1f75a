/** The key of an English text among the texts of a language: never one of messages.ts or of an error. */
export const textKey = (english: string) => `text ${english}`;

/** The key of the sentence of a notification. */
export const sentenceKey = (key: string) => `sentence ${key}`;
