/** A marker as found in a source, on the source clock. */
export interface Cue {
  /** `out` starts a break, `cont` repeats that one is running, `in` ends it, `cancel` cancels an announced one. */
  readonly kind: 'out' | 'cont' | 'in' | 'cancel';
  /**
   * Where it takes effect, ms on the source clock: the segment that carries it, or the START-DATE of a
   * DATERANGE, moved to the next segment boundary once the source shows one (H21).
   */
  readonly atMs: number;
  /** Media sequence number (as printed by the source) of the segment that carries it. */
  readonly msn: number;
  /** The tag that carries it, e.g. `EXT-X-CUE-OUT`. */
  readonly dialect: string;
  /** Splice event id or segmentation event id, decimal; or the ID attribute of the tag. */
  readonly eventId?: string | undefined;
  /** segmentation_type_id, when the payload is a time_signal. */
  readonly segmentationTypeId?: number | undefined;
  /** Announced duration of the break, seconds. */
  readonly durationSeconds?: number | undefined;
  /** How long the break has run already, seconds; of `cont`. */
  readonly elapsedSeconds?: number | undefined;
  /** ID of the EXT-X-DATERANGE that carries it. */
  readonly rangeId?: string | undefined;
  /**
   * Of an `in` in a date range: end of the range, ms on the source clock. The return takes effect there when the range
   * is that of the break, which begins with it; else at `atMs`.
   */
  readonly rangeEndMs?: number | undefined;
  /** Of an `in`: a date range without an SCTE-35 attribute; it ends the break of its ID, and no other. */
  readonly endsRange?: true | undefined;
  /** The SCTE-35 payload as text (base64 or hex), for the ad server. */
  readonly scte35?: string | undefined;
  /** CAID of EXT-X-ASSET, for the ad server. */
  readonly contentId?: string | undefined;
}
