/** Limits of serving linear channels, with units. */
export const linearLimits = {
  /** One manifest of an item. */
  manifestBytes: 8 * 1024 * 1024,
  timeoutMs: 10_000,
  /** All manifests of an item. */
  itemBytes: 32 * 1024 * 1024,
  renditions: 40,
  /** Items that are read at one time. */
  itemsAtOnce: 4,
  /** What other processes have stored is known this late at most; far below a takeover's lead. */
  freshMs: 2_000,
  /** A playlist of which nothing could be read is not tried again before. */
  retryMs: 5_000,
  /** What was superseded this long ago is forgotten. */
  forgetAfterMs: 10 * 60_000,
  /** Channels that are kept in memory; the one requested longest ago is removed first. */
  channels: 500,
} as const;
