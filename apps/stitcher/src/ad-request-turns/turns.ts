/** Turns of ad requests at one ad server of a company: evenly spaced, one each 1 s / `perSecond`. */

export interface TurnWanted {
  readonly tenantId: string;
  /** Scheme, host and port. */
  readonly server: string;
  /** Requests a second, above 0. */
  readonly perSecond: number;
  /** It has to begin within this time, ms. */
  readonly withinMs: number;
}

/** The last one has to begin within `withinMs`. */
export interface TurnsWanted extends TurnWanted {
  readonly count: number;
}

export interface TurnsGiven {
  /** Until the first, ms from now. */
  readonly firstInMs: number;
  readonly count: number;
}

/** The database. */
export interface TurnStore {
  take(wanted: readonly TurnsWanted[]): Promise<readonly TurnsGiven[]>;
}
