/** The name of a new playlist: two random words, so that playlists can be distinguished (PLY-008). */

const firstWords = [
  ...['Amber', 'Bright', 'Calm', 'Clever', 'Coral', 'Crimson', 'Early', 'Eager', 'Fair', 'Gentle'],
  ...['Golden', 'Happy', 'Hidden', 'Ivory', 'Jolly', 'Keen', 'Late', 'Lively', 'Lucky', 'Mellow'],
  ...['Misty', 'Noble', 'Olive', 'Proud', 'Quiet', 'Rapid', 'Royal', 'Silver', 'Sunny', 'Vivid'],
] as const;

const secondWords = [
  ...['Badger', 'Bridge', 'Canyon', 'Comet', 'Dolphin', 'Ember', 'Falcon', 'Forest', 'Garden'],
  ...['Harbor', 'Heron', 'Island', 'Lagoon', 'Lantern', 'Maple', 'Meadow', 'Meteor', 'Otter'],
  ...['Panda', 'Pebble', 'Prairie', 'Raven', 'River', 'Sparrow', 'Summit', 'Tiger', 'Valley'],
  ...['Walnut', 'Willow', 'Zephyr'],
] as const;

/** @param random a number from 0 (included) to 1 */
export function defaultName(random: () => number): string {
  const of = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  return `${of(firstWords)} ${of(secondWords)} Playlist`;
}
