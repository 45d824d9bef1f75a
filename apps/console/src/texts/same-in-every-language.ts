/** Literals of the app that are no text to translate: names, units, keys of a keyboard, words of the wire. */
export const same: readonly string[] = [];

/** Texts that are the same word in German. */
export const sameInGerman: readonly string[] = [
  ...['Asset', 'Creative', 'Details', 'Live', 'Name', 'Playlist', 'Status'],
];
