/** German of the player. */
export const playerTexts: Readonly<Record<string, string>> = {};
