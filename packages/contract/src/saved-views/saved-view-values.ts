/** The closed lists and limits that saved views and their screens share: without schemas, which pages do not load. */

/** Bounds of saved views. */
export const savedViewLimits = {
  /** Of a person in a company. */
  own: 50,
  /** Of a company. */
  company: 100,
  nameCharacters: 60,
  /** Parts of an address, as `period` or `view.system/chart`. */
  parts: 160,
  keyCharacters: 260,
  /** The longest part is a list of 1,000 channels. */
  partCharacters: 40_000,
  /** Of all parts. */
  characters: 60_000,
} as const;

/** `own`: seen by one person alone; `company`: by all of its members. */
export const savedViewScopes = ['own', 'company'] as const;
export type SavedViewScope = (typeof savedViewScopes)[number];
