/** German of settings of channels and systems, as their schemas name and explain them. */
export const settingsTexts: Readonly<Record<string, string>> = {};
