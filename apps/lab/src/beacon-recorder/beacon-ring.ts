/** The last received beacons in memory, and the groups that they form. */

export interface Beacon {
  /** Counts from 1 over the life of the lab. */
  readonly number: number;
  readonly atEpochMs: number;
  readonly method: string;
  /** Last part of the path: `impression`, `start`, … */
  readonly event: string;
  readonly session: string;
  readonly breakId: string;
  /** Creative, or `wrapper-n`. */
  readonly ad: string;
  /** Place in the pod, from 1; empty when unknown. */
  readonly position: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Answered as arrived: false where the recorder lied with an error or no answer. */
  readonly isAccepted: boolean;
  /** Accepted before with the same session, break, ad, position and event. */
  readonly isDuplicate: boolean;
}

export interface BeaconFilter {
  readonly session?: string | undefined;
  readonly breakId?: string | undefined;
  readonly ad?: string | undefined;
  readonly event?: string | undefined;
  /** Only beacons with a higher number. */
  readonly after?: number | undefined;
  readonly isAccepted?: boolean | undefined;
}

export type NewBeacon = Omit<Beacon, 'number' | 'isDuplicate'>;

/** Key of a beacon; equal for its duplicates. */
export const keyOf = (beacon: Omit<NewBeacon, 'isAccepted'>) =>
  JSON.stringify([
    beacon.session,
    beacon.breakId,
    beacon.ad,
    beacon.position,
    beacon.event,
    beacon.query['for'],
  ]);

interface Arrivals {
  readonly all: number;
  readonly accepted: number;
}

export class BeaconRing {
  readonly #limit: number;
  #beacons: Beacon[] = [];
  #counts = new Map<string, Arrivals>();
  #total = 0;

  /** `limit`: how many beacons are kept. */
  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  add(beacon: NewBeacon): Beacon {
    const key = keyOf(beacon);
    const before = this.#arrivals(key);
    this.#counts.set(key, {
      all: before.all + 1,
      accepted: before.accepted + (beacon.isAccepted ? 1 : 0),
    });
    this.#total += 1;
    const kept = { ...beacon, number: this.#total, isDuplicate: before.accepted > 0 };
    this.#beacons.push(kept);
    if (this.#beacons.length > this.#limit) this.#forget();
    return kept;
  }

  #arrivals(key: string): Arrivals {
    return this.#counts.get(key) ?? { all: 0, accepted: 0 };
  }

  /** How often a beacon arrived so far. */
  countOf(beacon: Omit<NewBeacon, 'isAccepted'>): number {
    return this.#arrivals(keyOf(beacon)).all;
  }

  #forget(): void {
    // A tenth at a time: shifting one by one would move the whole list for each beacon.
    const gone = this.#beacons.splice(0, Math.max(1, Math.floor(this.#limit / 10)));
    for (const beacon of gone) {
      const key = keyOf(beacon);
      const { all, accepted } = this.#arrivals(key);
      const left = { all: all - 1, accepted: accepted - (beacon.isAccepted ? 1 : 0) };
      if (left.all > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  /** Oldest first. */
  list(filter: BeaconFilter = {}): Beacon[] {
    return this.#beacons.filter(
      (beacon) =>
        (filter.session === undefined || beacon.session === filter.session) &&
        (filter.breakId === undefined || beacon.breakId === filter.breakId) &&
        (filter.ad === undefined || beacon.ad === filter.ad) &&
        (filter.event === undefined || beacon.event === filter.event) &&
        (filter.isAccepted === undefined || beacon.isAccepted === filter.isAccepted) &&
        (filter.after === undefined || beacon.number > filter.after),
    );
  }

  clear(): void {
    this.#beacons = [];
    this.#counts = new Map();
  }

  /** All that ever arrived, cleared or forgotten ones too. */
  get total(): number {
    return this.#total;
  }
}
