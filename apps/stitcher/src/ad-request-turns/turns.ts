/** Turns of ad requests at one ad server of a company: evenly spaced, one each 1 s / `perSecond`. */

export interface TurnWanted {
  readonly tenantId: string;
  /** Scheme, host and port. */
  readonly server: string;
  /** Requests a second, above 0. */
  readonly perSecond: number;
  /** Latest begin of the request, ms from now. */
  readonly withinMs: number;
}

/** `count` turns of one ad server and rate; the last one has to begin within `withinMs`. */
export interface TurnsWanted extends TurnWanted {
  readonly count: number;
}

export interface TurnsGiven {
  /** Begin of the first turn, ms from now. */
  readonly firstInMs: number;
  readonly count: number;
}

/** Turns in the database that all stitchers share. */
export interface TurnStore {
  take(wanted: readonly TurnsWanted[]): Promise<readonly TurnsGiven[]>;
}
