/** The key of an English text among the texts of a language: never one of messages.ts or of an error. */
export const textKey = (english: string) => `text ${english}`;

/** The key of the sentence of a notification. */
export const sentenceKey = (key: string) => `sentence ${key}`;

/** The key of a word of charts: no name that people have given to a line is read as a text of the app. */
export const chartKey = (english: string) => `chart ${english}`;
