/** Limits of watching one stream, against whatever its server answers. */
export const WATCH_LIMITS = {
  /** Of one manifest after decompression. */
  maxManifestBytes: 16 * 1024 * 1024,
  /** Of all manifests together. */
  maxTotalBytes: 2 * 1024 * 1024 * 1024,
  /** Playlists of one multivariant playlist that are read. */
  maxRenditions: 32,
  /** Characters and segments of the newest outputs of all renditions, which the judge remembers. */
  maxHeldLength: 128 * 1024 * 1024,
  maxHeldSegments: 600_000,
  /** Elements of one MPD, without those of its timelines. */
  maxMpdElements: 100_000,
  /** Different findings that are kept. */
  maxFindings: 200,
  /** Renditions that one finding names. */
  maxNamedRenditions: 8,
  /** Times that a rendition which was never read is requested. */
  maxFirstTries: 3,
  minReloadMs: 1_000,
  maxReloadMs: 60_000,
  /** Between attempts, and between updates of a live MPD that declares none. */
  defaultReloadMs: 5_000,
  /** Of names that a manifest gives to its renditions. */
  maxNameLength: 60,
} as const;
