/** Limits of serving linear channels, with units. */
export const linearLimits = {
  timeoutMs: 10_000,
  /** All manifests of an item. */
  itemBytes: 32 * 1024 * 1024,
  /** Segments of all its playlists: four renditions of a day in segments of 2 s have 172,800. */
  itemEntries: 250_000,
  renditions: 40,
  /** Items that are read at one time. */
  itemsAtOnce: 4,
  /** Saves that other processes have stored are known this late at most; far below a takeover's lead. */
  freshMs: 2_000,
  /** A playlist of which nothing could be read is not tried again before. */
  retryMs: 5_000,
  /** Saves that were superseded this long ago are removed. */
  forgetAfterMs: 10 * 60_000,
  /** Channels that are kept in memory; the one requested longest ago is removed first. */
  channels: 500,
} as const;
