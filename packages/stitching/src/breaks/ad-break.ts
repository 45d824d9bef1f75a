/** announced: before its start; open: running; closed: ended; cancelled: taken back before its start. */
export type AdBreakState = 'announced' | 'open' | 'closed' | 'cancelled';

/** `dialect` of a break that a scheduler added by API. */
export const API_DIALECT = 'API';

/** An ad break of the channel, the same for all sessions. */
export interface AdBreak {
  /**
   * The same for everybody who sees this break, also for one who sees only its middle: the event id
   * and the hour, else the start rounded to ten seconds. Safe in a URL path.
   */
  readonly breakId: string;
  readonly state: AdBreakState;
  /** ms on the source clock. */
  readonly startMs: number;
  /** As announced (or the channel's default), ms; undefined when nobody says. */
  readonly durationMs?: number | undefined;
  /** When it will end if no return cue comes, ms on the source clock: by duration, else by the cap. */
  readonly plannedEndMs: number;
  /** When it really ended, ms on the source clock; only of a closed break. */
  readonly endMs?: number | undefined;
  readonly eventId?: string | undefined;
  /** Event ids of what lies inside of it, such as single ads: their ends are not its end. */
  readonly innerEventIds?: readonly string[] | undefined;
  /** ID of the EXT-X-DATERANGE that signalled it. */
  readonly rangeId?: string | undefined;
  readonly segmentationTypeId?: number | undefined;
  /** Dialects that signalled it, in order of appearance. */
  readonly dialects: readonly string[];
  readonly scte35?: string | undefined;
  readonly contentId?: string | undefined;
}

/** What is known of a channel's breaks; plain data. */
export interface BreakState {
  /** Ascending by start. */
  readonly breaks: readonly AdBreak[];
}

export const NO_BREAKS: BreakState = { breaks: [] };
