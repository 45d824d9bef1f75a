/** Bounds of the monitor's cost, whatever sources and outputs answer (SEC-S91). */
export const monitorLimits = {
  /** Channels that one process watches. */
  channels: 500,
  /** Requests side by side in this process, and for one company. */
  requests: 64,
  requestsOfTenant: 16,
  /**
   * The tier whose limits for sources hold for all manifests of a company (bytes, entries, memory, processor time),
   * whatever its own tier is: an output is no source, and a monitor has a smaller heap than a stitcher (ADR 0029).
   */
  tier: 'basic',
  /** Copies of a manifest in memory: the judge and the lanes keep one each. */
  rememberedForms: 2,
  /** Timeout of one manifest with all redirects; a reload may take one and a half intervals, within these. */
  manifestMs: 10_000,
  leastManifestMs: 4_000,
  heldMpdMs: 6_500,
  /** Timeout of the stitchers' own address, after the public one did not answer in time. */
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
  /** Data of one channel that may wait for the database; the oldest beyond these are lost. */
  waitingEntries: 4_000,
  waitingManifestBytes: 4 * 1024 * 1024,
  waitingMessages: 400,
  waitingLooks: 4_000,
  /** Splices that may wait, with two pictures each, of 24 KiB at most. */
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

/** Intervals of the monitor's work, ms. */
export const monitorPace = {
  leaseMs: 2_000,
  flushMs: 3_000,
  purgeMs: 60_000,
  /** Pause before a stream that cannot be opened is tried again. */
  reopenMs: 5_000,
  /** A multivariant playlist is read again. */
  reopenSourceMs: 600_000,
  /** A message is repeated after this, when nothing has changed. */
  messageMs: 60_000,
  /** The session that joins in the middle of a break lasts this long. */
  joinMs: 20_000,
  /** Between two readings of the record of breaks. */
  outcomesMs: 30_000,
  /** Between two requests that compare how fast the stitchers are at their own address, without the CDN before them. */
  directMs: 15_000,
  /** Between two requests for the plan of a session. */
  planMs: 2_000,
} as const;
