/** Texts of the app that are the same in every language, or that nobody reads: names, units, keys of a keyboard. */
export const same: readonly string[] = [];
