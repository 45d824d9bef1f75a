/** What the monitor may cost, whatever sources and outputs answer (SEC-S91). */
export const monitorLimits = {
  /** Channels that one process watches. */
  channels: 500,
  /** Requests side by side in this process, and for one company. */
  requests: 64,
  requestsOfTenant: 16,
  /**
   * Bytes, entries, memory and processor time of manifests: as of sources of a company of this tier, whatever its own is,
   * because an output is no source and a monitor has a smaller heap than a stitcher (ADR 0029).
   */
  tier: 'basic',
  /** The judge and the lanes remember a manifest in so many forms. */
  rememberedForms: 2,
  /** One manifest with all redirects; one that is reloaded may take one and a half intervals, within these. */
  manifestMs: 10_000,
  leastManifestMs: 4_000,
  heldMpdMs: 6_500,
  /** Of the stitchers, beside a public address that did not answer. */
  directMs: 1_500,
  /** A longer manifest is judged, and not kept. */
  keptManifestChars: 1024 * 1024,
  /** A segment of an ad is requested to see that it is there. */
  segmentMs: 15_000,
  segmentBytes: 64 * 1024,
  /** Placements of which a segment is requested after one look at an output. */
  segmentsOfLook: 8,
  /** A look that takes the processor for x ms is followed by so many times x of pause for its stream. */
  pauseFactor: 20,
  /** What waits for the database, of one channel. */
  waitingEntries: 4_000,
  waitingManifestBytes: 4 * 1024 * 1024,
  waitingMessages: 400,
  waitingLooks: 4_000,
  /** With two pictures each, of 24 KiB at most. */
  waitingSplices: 40,
  /** The plan of a session, as it is kept with a look, characters. */
  keptPlanChars: 64 * 1024,
  /** Kept in the database, bytes of one channel and of one company. */
  keptBytes: {
    ...{ channel: 32 * 1024 * 1024, tenant: 512 * 1024 * 1024 },
    /** Splices of 24 hours with their pictures: a day of 600 of them has 12 MB. */
    splices: { channel: 16 * 1024 * 1024, tenant: 256 * 1024 * 1024 },
  },
  /** Placements and breaks of an output that are remembered. */
  placements: 400,
} as const;

/** How often the monitor does what, ms. */
export const monitorPace = {
  leaseMs: 2_000,
  flushMs: 3_000,
  purgeMs: 60_000,
  /** Before a stream that cannot be opened is tried again. */
  reopenMs: 5_000,
  /** A multivariant playlist is read again. */
  reopenSourceMs: 600_000,
  /** A message without news. */
  messageMs: 60_000,
  /** The session that joins in the middle of a break lasts this long. */
  joinMs: 20_000,
  /** Between two readings of the record of breaks. */
  outcomesMs: 30_000,
  /** Between two requests that compare how fast the stitchers are without what stands before them. */
  directMs: 15_000,
  /** Between two requests for the plan of a session. */
  planMs: 2_000,
} as const;
