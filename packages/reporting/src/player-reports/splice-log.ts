/**
 * Counts the stalls and exits of one playback session at its splices. A splice is reached when the session requests the
 * segment after it; a stall or an exit counts at the nearest splice within 15 s. Pure: the time is an argument, and
 * counts go to `SpliceLogOptions.count`.
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
  /** Creative that begins at the splice; at a return to content, the one that ends. '' = slate. */
  readonly creative: string;
}

/**
 * Which stalls of a player are known: all (it sends events), those that it reports with its next request to the
 * stitcher (not at the return to content), or none.
 */
export type Reporting = 'events' | 'requests' | 'nothing';

/**
 * Place of a count: a kind of splice, of players that report or of silent ones, or away from splices. Watched time away
 * from splices has three sums, as stalls and exits are not known of the same players.
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
  /** Ms watched away from splices. */
  readonly watchedMs?: number;
}

/** A segment of a pod that was requested. */
export interface ReachedSegment {
  /** Splices of the pod; the same array for all its segments. */
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
  /** A stall at the splice would have been reported. */
  readonly seesStalls: boolean;
  hasStalled: boolean;
}

const limits = {
  /** Splices that are remembered: those of a quarter of an hour with an ad every minute. */
  reached: 16,
  /** Stalls that wait until all splices around them are known. */
  waiting: 8,
  /** Least distance of two stalls of a player, ms: states that change faster are one stall. */
  stallEveryMs: 1_000,
  /** Away from splices one stall counts in a span of this length, that of the window at a splice, ms. */
  awayStallEveryMs: 2 * spliceWindowMs,
  /** Within this time reports for video and for audio are of one starvation, ms. */
  sameStallMs: 5_000,
  /** `bs` this long after `sta=r` or later is of another stall, ms. */
  reportedAgainMs: 30_000,
  /** Sums of segment durations differ from those of ads by up to this, ms. */
  roundingMs: 500,
  /** Longest buffer that a player is believed to have, ms. */
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
  /** Exits on demand are not seen: players request nothing from the stitcher while they play content. */
  readonly isLive: boolean;
  readonly count: (counted: Counted) => void;
}

export class SpliceLog {
  readonly #options: SpliceLogOptions;
  #reporting: Reporting = 'nothing';
  readonly #reached: ReachedSplice[] = [];
  /** Splices that were counted: one counts once, also when its segments are requested again. */
  readonly #counted = new WeakSet<Splice>();
  /** Splice near which the player has stalled, but which it has not reached yet. */
  #stalledAhead: Splice | undefined;
  /** Ms within 15 s of splices that are still to be subtracted from watched time. */
  #nearMs = 0;
  #lastSpliceMs = Number.NEGATIVE_INFINITY;
  #state: PlayerState | undefined;
  /** Epoch ms of the last stall that `sta` reported: `bs` will report it again. */
  #stallReportedMs = Number.NEGATIVE_INFINITY;
  #lastStarvedMs = Number.NEGATIVE_INFINITY;
  #lastStallMs = Number.NEGATIVE_INFINITY;
  #lastAwayStallMs = Number.NEGATIVE_INFINITY;
  /** Epoch ms of stalls that are not counted yet. */
  #waiting: number[] = [];
  /** Clock of this service minus that of the player, ms: the least that any report showed. */
  #clockLeadMs: number | undefined;
  /** `su` of the previous segment: players repeat it until they play again. */
  #wasUrgent = false;
  /** Until the player has played, `su` and `bs` are about its start. */
  #hasPlayed = false;
  /** Epoch ms of the last report that playback had ended. */
  #endedMs = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(options: SpliceLogOptions) {
    this.#options = options;
  }

  /** A paused player neither stalls nor watches. */
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
      this.#changeState(report.state, nowMs);
      if (this.#isStarved(report) && this.#isNewStarvation(nowMs)) {
        // The playhead, where it stalled, is before the requested segment by what is buffered.
        this.#stallInPod(segment, segment.startMs - bufferMs, nowMs);
      }
    }
  }

  /** A report that came with a request for a manifest. */
  heard(report: CmcdReport, nowMs: number): void {
    this.#settle(nowMs);
    this.#hears('requests');
    this.#changeState(report.state, nowMs);
    // Manifests are also requested while the player starts or stalls: only a filled buffer shows that it plays.
    if (!report.isUrgent && (report.bufferMs ?? 0) > 0) this.#hasPlayed = true;
    const isStarved = report.isStarved && this.#hasPlayed;
    if (isStarved && this.#isNewStarvation(nowMs)) this.#stalled(nowMs);
  }

  /** Events, in the order of the player. */
  events(reports: readonly CmcdReport[], nowMs: number): void {
    this.#settle(nowMs);
    // Events without `sta` report no stalls: they do not make the player one that reports all.
    if (reports.some(({ state }) => state !== undefined)) this.#hears('events');
    const newestMs = Math.max(...reports.map(({ atMs }) => atMs ?? 0));
    if (newestMs > 0) {
      // The report with the shortest way gives the best estimate of the player's clock.
      this.#clockLeadMs = Math.min(this.#clockLeadMs ?? Number.POSITIVE_INFINITY, nowMs - newestMs);
    }
    for (const { state, atMs } of reports) {
      const happenedMs = atMs === undefined ? nowMs : atMs + (this.#clockLeadMs ?? 0);
      const boundMs = Math.max(nowMs - limits.eventAgeMs, Math.min(nowMs, happenedMs));
      this.#changeState(state, boundMs);
    }
  }

  /** The session was watched for so long; counted of live sessions alone. */
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

  /** Counts waiting stalls by the splices known so far, as this process gets no more requests of the session. */
  stop(): void {
    this.#settle(Number.POSITIVE_INFINITY);
  }

  /** The session ended because its requests stopped. @param lastSeenMs epoch ms of the last one */
  ended(lastSeenMs: number): void {
    this.stop();
    // Content that was played to its end is no exit, unless the player went on requesting.
    if (this.#state !== 'ended' || lastSeenMs > this.#endedMs) this.#exits(lastSeenMs);
  }

  #hears(reporting: 'events' | 'requests'): void {
    if (this.#reporting !== 'events') this.#reporting = reporting;
  }

  /** Counts the splices at both ends of a segment: splices that the viewer jumps over are not reached. */
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

  /** At the return to content stalls are known by events alone: content is requested from the origin. */
  #seesStallsAt(kind: SpliceKind): boolean {
    return (
      this.#reporting === 'events' || (this.#reporting === 'requests' && kind !== 'adToContent')
    );
  }

  #count({ place, creative }: ReachedSplice, atMs: number, sums: Partial<QualitySums>): void {
    this.#options.count({ place, creative, atMs, ...sums });
  }

  /** Counts one stall per splice, so that no session weighs more than its splices. */
  #stallAt(reached: ReachedSplice, atMs: number): void {
    if (!reached.seesStalls || reached.hasStalled) return;
    reached.hasStalled = true;
    this.#count(reached, atMs, { stalls: 1 });
  }

  /**
   * Whether a request reports a new starvation. Players send `bs` once, hls.js with the request for an initialization
   * segment, which the stitcher does not see: so the first `su` counts, too. Before playback neither does: dash.js
   * sends `bs` at the start.
   */
  #isStarved({ isStarved, isUrgent }: CmcdReport): boolean {
    const isNew = isStarved || (isUrgent && !this.#wasUrgent);
    this.#wasUrgent = isUrgent;
    if (!isUrgent && !isStarved) this.#hasPlayed = true;
    return isNew && this.#hasPlayed;
  }

  /** False for a starvation that was reported before, for another track or by `sta`. */
  #isNewStarvation(nowMs: number): boolean {
    const isSame = nowMs - this.#lastStarvedMs < limits.sameStallMs;
    const wasReported = nowMs - this.#stallReportedMs < limits.reportedAgainMs;
    this.#lastStarvedMs = nowMs;
    this.#stallReportedMs = Number.NEGATIVE_INFINITY;
    return !(isSame || wasReported || this.#reporting === 'events');
  }

  #changeState(state: PlayerState | undefined, atMs: number): void {
    if (state === undefined || state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    if (state === 'rebuffering') {
      this.#stallReportedMs = atMs;
      // Rebuffering after a start or a seek is no stall. dash.js reports `ended` at the end of each Period.
      if (before === 'playing' || before === 'ended') this.#stalled(atMs);
    } else if (state === 'quit' || state === 'failed') {
      this.#exits(atMs);
    } else if (state === 'ended') {
      this.#endedMs = atMs;
    }
  }

  /** Keeps a stall waiting: a splice of the next 15 s may be the nearest one. */
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

  /** Counts a stall by its place in the pod, ms after the break's start, however late it is reported. */
  #stallInPod({ splices }: ReachedSegment, placeMs: number, nowMs: number): void {
    const splice = nearestSplice(splices, placeMs, ({ offsetMs }) => offsetMs);
    const reached = this.#reached.find((one) => one.splice === splice);
    if (reached) this.#stallAt(reached, nowMs);
    else if (splice) this.#stalledAhead = splice;
  }

  /** Counts the exit, once a session. */
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
