/** The closed lists and limits that share links and their screens share: without schemas, which pages do not load. */

/** Bounds of share links. */
export const shareLinkLimits = {
  /** Of a company, ended ones included. */
  links: 200,
  defaultDays: 30,
  days: 365,
  nameCharacters: 100,
  /** Bytes of the figures of a frozen card, as JSON. */
  frozenBytes: 524_288,
  /** A live card is read once in this time, however many viewers request it. */
  cachedMs: 30_000,
} as const;

/** `frozen`: the figures of the moment of sharing; `live`: read anew when the card is requested. */
export const shareLinkKinds = ['frozen', 'live'] as const;
export type ShareLinkKind = (typeof shareLinkKinds)[number];
