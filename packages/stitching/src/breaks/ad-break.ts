/** announced: before its start; open: running; closed: ended; cancelled: taken back before its start. */
export type AdBreakState = 'announced' | 'open' | 'closed' | 'cancelled';

/** `dialect` of a break that a scheduler added by API. */
export const API_DIALECT = 'API';

/** An ad break of the channel, the same for all sessions. */
export interface AdBreak {
  /**
   * Equal for all sessions, also for one that joins in the middle of the break: the event id and the hour, else the
   * start rounded down to ten seconds. Safe in a URL path.
   */
  readonly breakId: string;
  readonly state: AdBreakState;
  /** ms on the source clock. */
  readonly startMs: number;
  /** As announced, ms; undefined when no cue announces one. */
  readonly durationMs?: number | undefined;
  /** End without a return cue, ms on the source clock: by duration, else the channel's default, else the cap. */
  readonly plannedEndMs: number;
  /** When it really ended, ms on the source clock; only of a closed break. */
  readonly endMs?: number | undefined;
  readonly eventId?: string | undefined;
  /** Event ids of nested events, such as single ads: their ends do not end the break. */
  readonly innerEventIds?: readonly string[] | undefined;
  /** ID of the EXT-X-DATERANGE that signalled it. */
  readonly rangeId?: string | undefined;
  readonly segmentationTypeId?: number | undefined;
  /** Dialects that signalled it, in order of appearance. */
  readonly dialects: readonly string[];
  readonly scte35?: string | undefined;
  readonly contentId?: string | undefined;
}

/** Breaks of one channel as tracked so far; plain data. */
export interface BreakState {
  /** Ascending by start. */
  readonly breaks: readonly AdBreak[];
}

export const NO_BREAKS: BreakState = { breaks: [] };
