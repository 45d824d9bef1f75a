/**
 * Costs of single actions that a viewer causes: microseconds of processor time, on one core of the machine of
 * docs/benchmarks.md. Each figure names the bench that measures it.
 */
export const unitCosts = {
  /** A stitched playlist or MPD, HTTP included: `bench -- serve` and `stitch` (14 + 17 µs). */
  answerUs: 31,
  /**
   * Additional cost of TLS 1.3 for an answer when the stitcher terminates it; not measured: field reports, twice the
   * answer.
   */
  tlsUs: 31,
  /** An ad request, its VAST with two ads, the pod and its record: `many-viewers`, 850 to 1,000. */
  decisionUs: 1_000,
  /** An event that is counted: `bench -- ingest`, 30 % of a core at 62,000 a second. */
  eventUs: 4.8,
  /** A beacon to a tracker on a connection that is open: `bench -- units`. */
  beaconUs: 210,
  /** Rows that several stitchers share, in batches: `bench -- units`. */
  stored: {
    decision: { stitcherUs: 25, postgresUs: 95 },
    plan: { stitcherUs: 15, postgresUs: 55 },
    claim: { stitcherUs: 12, postgresUs: 17 },
    turn: { stitcherUs: 1, postgresUs: 1.5 },
  },
  /** Of a live session with a break behind it: `bench -- sessions`. */
  sessionBytes: 4_700,
  /** Of a stitcher without sessions: `bench -- sessions`. */
  processBytes: 142e6,
  /** An answer of a live HLS playlist, compressed: 30 segments. */
  answerBytes: 800,
} as const;
