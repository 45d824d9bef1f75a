/**
 * What the player of one playback session said and did near its splices. A splice is reached when the session requests
 * the segment behind it; what the player reports is taken to be at a splice when it is within 15 s of one. Pure: the
 * time is an argument, and what is to be counted is handed on.
 * @see ADR 0054
 */
import type { CmcdReport, PlayerState } from './cmcd.ts';
import type { QualitySums } from './quality-sums.ts';

/** Stalls and exits count at a splice up to this far from it, ms, both ends included. */
export const spliceWindowMs = 15_000;

export const spliceKinds = ['contentToAd', 'adToAd', 'adToContent'] as const;
export type SpliceKind = (typeof spliceKinds)[number];

/** A splice of a pod. */
export interface Splice {
  /** After the break's start, ms. */
  readonly offsetMs: number;
  readonly kind: SpliceKind;
  /** That begins there; of a return to content, that ended. '' = slate. */
  readonly creative: string;
}

/**
 * What is known of a player's stalls: all (it sends events), those that it reports with its next request to the
 * stitcher (behind ads), or none.
 */
export type Reporting = 'events' | 'requests' | 'nothing';

/**
 * Where something happened: at a splice, by players that report or by silent ones; or away from splices. Time away has
 * three sums, as stalls and exits are not seen of the same players.
 */
export type SplicePlace =
  | SpliceKind
  | `silent-${SpliceKind}`
  | 'away-stalls'
  | 'away-exits'
  | 'away-silent';

export interface Counted extends Partial<QualitySums> {
  readonly place: SplicePlace;
  /** '' = none. */
  readonly creative: string;
  /** When it was, epoch ms. */
  readonly atMs: number;
  /** Of time away from splices. */
  readonly watchedMs?: number;
}

/** A segment of a pod that was requested. */
export interface ReachedSegment {
  /** Of the pod; the same array for all its segments. */
  readonly splices: readonly Splice[];
  /** After the break's start, ms. */
  readonly startMs: number;
  readonly endMs: number;
}

/** A splice that the session has reached, as it was counted then. */
interface ReachedSplice {
  readonly atMs: number;
  readonly splice: Splice;
  readonly place: SplicePlace;
  /** '' of silent players. */
  readonly creative: string;
  /** The splice is among those at which a stall would have been seen. */
  readonly seesStalls: boolean;
  hasStalled: boolean;
}

const limits = {
  /** Splices that are remembered: those of a quarter of an hour with an ad every minute. */
  reached: 16,
  /** Stalls that wait until all splices around them are known. */
  waiting: 8,
  /** Two stalls of a player are so far apart at least, ms: states that change faster are one. */
  stallEveryMs: 1_000,
  /** Away from splices one stall counts in a span as long as what counts at a splice, ms. */
  awayStallEveryMs: 2 * spliceWindowMs,
  /** Reports of one starvation for video and audio, ms. */
  sameStallMs: 5_000,
  /** `bs` so long after `sta=r` is of another stall, ms. */
  toldAgainMs: 30_000,
  /** Sums of segment durations differ from those of ads by this, ms. */
  roundingMs: 500,
  /** The buffer of a player, ms: who says more is not believed. */
  bufferMs: 120_000,
  /** Events that are older when they arrive count as this old, ms. */
  eventAgeMs: 600_000,
} as const;

const distance = (a: number, b: number) => Math.abs(a - b);

/**
 * The nearest of some splices, of two equally near ones the earlier.
 * @returns undefined where none is within 15 s
 */
export function nearestSplice<Of>(
  splices: readonly Of[],
  atMs: number,
  timeOf: (splice: Of) => number,
): Of | undefined {
  let nearest: Of | undefined;
  let least = spliceWindowMs;
  for (const splice of splices) {
    const away = distance(timeOf(splice), atMs);
    if (away < least || (away === least && nearest === undefined)) {
      nearest = splice;
      least = away;
    }
  }
  return nearest;
}

export interface SpliceLogOptions {
  /** Exits of sessions on demand are not seen: their players request nothing while they play content. */
  readonly isLive: boolean;
  readonly count: (counted: Counted) => void;
}

export class SpliceLog {
  readonly #options: SpliceLogOptions;
  #reporting: Reporting = 'nothing';
  readonly #reached: ReachedSplice[] = [];
  /** A splice that comes counts once, whatever its viewer requests again. */
  readonly #counted = new WeakSet<Splice>();
  /** At this splice the player has stalled before it was reached. */
  #stalledAhead: Splice | undefined;
  /** Watched time that lies within 15 s of a splice and is to be taken off. */
  #nearMs = 0;
  #lastSpliceMs = Number.NEGATIVE_INFINITY;
  #state: PlayerState | undefined;
  /** When `sta` told of a stall: `bs` will tell of it again. */
  #stallToldMs = Number.NEGATIVE_INFINITY;
  #lastStarvedMs = Number.NEGATIVE_INFINITY;
  #lastStallMs = Number.NEGATIVE_INFINITY;
  #lastAwayStallMs = Number.NEGATIVE_INFINITY;
  /** When stalls began that are not counted yet. */
  #waiting: number[] = [];
  /** Clock of this service minus that of the player, ms: the least that any report showed. */
  #clockLeadMs: number | undefined;
  /** Of the segment before: `su` goes on until the player plays again. */
  #wasUrgent = false;
  /** Before it has played, `su` and `bs` are of its start. */
  #hasPlayed = false;
  /** When the player said last that it had ended. */
  #endedMs = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(options: SpliceLogOptions) {
    this.#options = options;
  }

  /** Who pauses can neither stall nor watch. */
  get #isPaused(): boolean {
    return this.#reporting === 'events' && this.#state === 'paused';
  }

  get reporting(): Reporting {
    return this.#reporting;
  }

  /** A segment of an ad or of slate was requested. */
  requested(segment: ReachedSegment, report: CmcdReport | undefined, nowMs: number): void {
    this.#settle(nowMs);
    const bufferMs = Math.min(limits.bufferMs, report?.bufferMs ?? 0);
    if (report) this.#hears('requests');
    this.#reach(segment, nowMs, bufferMs);
    if (report) {
      this.#tells(report.state, nowMs);
      if (this.#isStarved(report) && this.#isNewStarvation(nowMs)) {
        // The buffer has just been filled again: what is ahead of the playhead is what was played last.
        this.#stallInPod(segment, segment.startMs - bufferMs, nowMs);
      }
    }
  }

  /** What a player said with a request for a manifest. */
  heard(report: CmcdReport, nowMs: number): void {
    this.#settle(nowMs);
    this.#hears('requests');
    this.#tells(report.state, nowMs);
    // Manifests are requested while the player starts, and while it stalls.
    if (!report.isUrgent && (report.bufferMs ?? 0) > 0) this.#hasPlayed = true;
    const isStarved = report.isStarved && this.#hasPlayed;
    if (isStarved && this.#isNewStarvation(nowMs)) this.#stalled(nowMs);
  }

  /** Events, in the order of the player. */
  events(reports: readonly CmcdReport[], nowMs: number): void {
    this.#settle(nowMs);
    // Without states nothing is known of stalls: no figure is made of it.
    if (reports.some(({ state }) => state !== undefined)) this.#hears('events');
    const newestMs = Math.max(...reports.map(({ atMs }) => atMs ?? 0));
    if (newestMs > 0) {
      // The report that was under way for the shortest time says most of the player's clock.
      this.#clockLeadMs = Math.min(this.#clockLeadMs ?? Number.POSITIVE_INFINITY, nowMs - newestMs);
    }
    for (const { state, atMs } of reports) {
      const happenedMs = atMs === undefined ? nowMs : atMs + (this.#clockLeadMs ?? 0);
      const boundMs = Math.max(nowMs - limits.eventAgeMs, Math.min(nowMs, happenedMs));
      this.#tells(state, boundMs);
    }
  }

  /** The session was watched; live sessions alone. */
  watched(durationMs: number, nowMs: number): void {
    this.#settle(nowMs);
    const near = Math.min(this.#nearMs, durationMs);
    this.#nearMs -= near;
    const watchedMs = durationMs - near;
    if (watchedMs <= 0 || !this.#options.isLive || this.#isOver || this.#isPaused) return;
    const about = { creative: '', atMs: nowMs, watchedMs };
    if (this.#reporting === 'events') this.#options.count({ place: 'away-stalls', ...about });
    const isSilent = this.#reporting === 'nothing';
    this.#options.count({ place: isSilent ? 'away-silent' : 'away-exits', ...about });
  }

  /** Nothing more will be known here: what waits is counted by the splices that are known. */
  stop(): void {
    this.#settle(Number.POSITIVE_INFINITY);
  }

  /** No request came any more. @param lastSeenMs time of the last one */
  ended(lastSeenMs: number): void {
    this.stop();
    // Who goes on requesting has not come to the end.
    if (this.#state !== 'ended' || lastSeenMs > this.#endedMs) this.#exits(lastSeenMs);
  }

  #hears(reporting: 'events' | 'requests'): void {
    if (this.#reporting !== 'events') this.#reporting = reporting;
  }

  /** Counts the splices at the ends of a segment: those between two others that a viewer jumps over are not reached. */
  #reach({ splices, startMs, endMs }: ReachedSegment, nowMs: number, bufferMs: number): void {
    for (const splice of splices) {
      const { kind, offsetMs } = splice;
      const isBefore = Math.abs(offsetMs - startMs) <= limits.roundingMs;
      const isBehind = kind === 'adToContent' && endMs + limits.roundingMs >= offsetMs;
      if ((isBefore || isBehind) && !this.#counted.has(splice)) {
        this.#counted.add(splice);
        this.#pass(splice, nowMs + offsetMs - startMs + bufferMs);
      }
    }
  }

  #pass(splice: Splice, atMs: number): void {
    const { kind } = splice;
    const isSilent = this.#reporting === 'nothing';
    const reached: ReachedSplice = {
      ...{ atMs, splice, hasStalled: false, seesStalls: this.#seesStallsAt(kind) },
      place: isSilent ? `silent-${kind}` : kind,
      creative: isSilent ? '' : splice.creative,
    };
    this.#reached.push(reached);
    if (this.#reached.length > limits.reached) this.#reached.shift();
    const apart = Math.max(0, atMs - this.#lastSpliceMs);
    this.#nearMs += Math.min(2 * spliceWindowMs, apart);
    this.#lastSpliceMs = Math.max(this.#lastSpliceMs, atMs);
    if (reached.seesStalls) this.#count(reached, atMs, { stallSplices: 1 });
    if (this.#options.isLive) this.#count(reached, atMs, { exitSplices: 1 });
    if (this.#stalledAhead === splice) this.#stallAt(reached, atMs);
  }

  /** Content comes from the origin: only events say what happened there. */
  #seesStallsAt(kind: SpliceKind): boolean {
    return (
      this.#reporting === 'events' || (this.#reporting === 'requests' && kind !== 'adToContent')
    );
  }

  #count({ place, creative }: ReachedSplice, atMs: number, sums: Partial<QualitySums>): void {
    this.#options.count({ place, creative, atMs, ...sums });
  }

  /** Once a splice: so that no session weighs more than its splices. */
  #stallAt(reached: ReachedSplice, atMs: number): void {
    if (!reached.seesStalls || reached.hasStalled) return;
    reached.hasStalled = true;
    this.#count(reached, atMs, { stalls: 1 });
  }

  /**
   * Players say `bs` once, and hls.js with the request for an initialization segment, which the stitcher does not see:
   * so the first segment that is needed at once tells of it, too. What is said before anything has played is of the
   * start: dash.js says `bs` there.
   */
  #isStarved({ isStarved, isUrgent }: CmcdReport): boolean {
    const isNew = isStarved || (isUrgent && !this.#wasUrgent);
    this.#wasUrgent = isUrgent;
    if (!isUrgent && !isStarved) this.#hasPlayed = true;
    return isNew && this.#hasPlayed;
  }

  /** One starvation is reported for each track, and by `sta` before. */
  #isNewStarvation(nowMs: number): boolean {
    const isSame = nowMs - this.#lastStarvedMs < limits.sameStallMs;
    const wasTold = nowMs - this.#stallToldMs < limits.toldAgainMs;
    this.#lastStarvedMs = nowMs;
    this.#stallToldMs = Number.NEGATIVE_INFINITY;
    return !(isSame || wasTold || this.#reporting === 'events');
  }

  #tells(state: PlayerState | undefined, atMs: number): void {
    if (state === undefined || state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    if (state === 'rebuffering') {
      this.#stallToldMs = atMs;
      // What follows a start or a jump is no stall. dash.js says at the end of each Period that it has ended.
      if (before === 'playing' || before === 'ended') this.#stalled(atMs);
    } else if (state === 'quit' || state === 'failed') {
      this.#exits(atMs);
    } else if (state === 'ended') {
      this.#endedMs = atMs;
    }
  }

  /** Splices that come within 15 s are not known yet. */
  #stalled(atMs: number): void {
    if (atMs < this.#lastStallMs + limits.stallEveryMs) return;
    this.#lastStallMs = atMs;
    this.#waiting.push(atMs);
    if (this.#waiting.length > limits.waiting) this.#settleOne(this.#waiting.shift() ?? atMs);
  }

  #settle(nowMs: number): void {
    if (this.#waiting.length === 0) return;
    const due = this.#waiting.filter((atMs) => nowMs - atMs > spliceWindowMs);
    this.#waiting = this.#waiting.filter((atMs) => nowMs - atMs <= spliceWindowMs);
    for (const atMs of due) this.#settleOne(atMs);
  }

  #settleOne(stalledMs: number): void {
    const near = nearestSplice(this.#reached, stalledMs, ({ atMs }) => atMs);
    if (near) {
      this.#stallAt(near, stalledMs);
    } else if (this.#reporting === 'events' && this.#options.isLive) {
      if (stalledMs < this.#lastAwayStallMs + limits.awayStallEveryMs) return;
      this.#lastAwayStallMs = stalledMs;
      this.#options.count({ place: 'away-stalls', creative: '', atMs: stalledMs, stalls: 1 });
    }
  }

  /** The place on the timeline is known, whenever it is reported. */
  #stallInPod({ splices }: ReachedSegment, placeMs: number, nowMs: number): void {
    const splice = nearestSplice(splices, placeMs, ({ offsetMs }) => offsetMs);
    const reached = this.#reached.find((one) => one.splice === splice);
    if (reached) this.#stallAt(reached, nowMs);
    else if (splice) this.#stalledAhead = splice;
  }

  /** Once a session. */
  #exits(atMs: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#options.isLive) return;
    const near = nearestSplice(this.#reached, atMs, (reached) => reached.atMs);
    if (near) {
      this.#count(near, atMs, { exits: 1 });
    } else {
      const place = this.#reporting === 'nothing' ? 'away-silent' : 'away-exits';
      this.#options.count({ place, creative: '', atMs, exits: 1 });
    }
  }
}
