// Cues → breaks. Every poll brings the same cues again, several dialects signal one break, some are
// noise; the tracker is idempotent: cues of a known break only add to it.
import type { Cue } from '../cues/cue.ts';
import { isPerAdType } from '../cues/segmentation-rules.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import type { AdBreak, AdBreakState, BreakState } from './ad-break.ts';
import { breakId } from './break-id.ts';
import { BREAK_MOVES } from './break-moves.ts';

export interface TrackOptions {
  /** Edge of the window in which the cues were found, ms on the source clock. */
  readonly knownUntilMs: number;
  /** `segmentationConfiguration.defaultDuration`; 0 = until the return cue. */
  readonly defaultDurationSeconds: number;
  /** Of the running programme; for breaks whose own marker names none. */
  readonly contentId?: string | undefined;
}

export interface TrackedBreaks {
  readonly state: BreakState;
  readonly opened: readonly AdBreak[];
  readonly updated: readonly AdBreak[];
  /** Ended or cancelled since the last call. */
  readonly closed: readonly AdBreak[];
}

/** Dialects and rounded elapsed times place one start within this, ms. */
const SAME_START_MS = 2_500;
/** An event id that comes again later than this is another break, ms. */
const SAME_EVENT_MS = 3_600_000;
/** A break announced for longer than this past a new start is the outer one of two nested, ms. */
const NESTED_MS = 1_000;
/** A return cue later than this after the planned end belongs to nothing, ms. */
const LATE_RETURN_MS = STITCHING_LIMITS.openBreakCapMs;
/** Start-over and late renditions still list breaks this old, ms. */
const FORGET_AFTER_MS = 2 * 3_600_000;

const ORDER: Readonly<Record<Cue['kind'], number>> = { cancel: 0, in: 1, out: 2, cont: 3 };

function startOf(cue: Cue): number | undefined {
  if (cue.kind === 'out') return cue.atMs;
  return cue.elapsedSeconds === undefined ? undefined : cue.atMs - cue.elapsedSeconds * 1000;
}

function endOf(adBreak: AdBreak): number {
  return adBreak.endMs ?? adBreak.plannedEndMs;
}

function isRunningAt(adBreak: AdBreak, atMs: number): boolean {
  return adBreak.state !== 'cancelled' && adBreak.startMs <= atMs && atMs < endOf(adBreak);
}

class Tracker {
  readonly breaks: AdBreak[];
  readonly #options: TrackOptions;
  #orphanReturn: Cue | undefined;

  constructor(state: BreakState, options: TrackOptions) {
    this.breaks = [...state.breaks];
    this.#options = options;
  }

  apply(cue: Cue): void {
    if (cue.kind === 'in') this.#applyReturn(cue);
    else if (cue.kind === 'cancel') this.#applyCancel(cue);
    else this.#applyStart(cue);
  }

  /** The state at the time of a cue: several may lie between two polls. */
  #stateAt(adBreak: AdBreak, atMs: number): AdBreakState {
    if (adBreak.state === 'cancelled') return 'cancelled';
    if (adBreak.endMs !== undefined) return 'closed';
    return adBreak.startMs > atMs ? 'announced' : 'open';
  }

  #plannedEnd(startMs: number, durationMs: number | undefined): number {
    const { defaultDurationSeconds } = this.#options;
    const defaultMs = defaultDurationSeconds * 1000 || STITCHING_LIMITS.openBreakCapMs;
    return startMs + Math.min(durationMs ?? defaultMs, STITCHING_LIMITS.maxBreakMs);
  }

  #durationMs(cue: Cue): number | undefined {
    if (cue.durationSeconds === undefined) return undefined;
    const durationMs = cue.durationSeconds * 1000;
    // Elapsed beyond the announced duration: it runs on, and nobody says for how long.
    return durationMs > (cue.elapsedSeconds ?? 0) * 1000 ? durationMs : undefined;
  }

  #find(cue: Cue): AdBreak | undefined {
    const startMs = startOf(cue);
    const anchorMs = startMs ?? cue.atMs;
    const byStart =
      startMs === undefined
        ? undefined
        : this.breaks.find((known) => Math.abs(known.startMs - startMs) <= SAME_START_MS);
    if (byStart !== undefined) return byStart;
    const byEvent = this.breaks.findLast(
      (known) =>
        cue.eventId !== undefined &&
        known.eventId === cue.eventId &&
        Math.abs(known.startMs - anchorMs) < SAME_EVENT_MS &&
        (cue.kind === 'cont' || known.endMs === undefined || cue.atMs < known.endMs),
    );
    if (byEvent !== undefined || cue.kind === 'out') return byEvent;
    // A break without a return cue runs on, but not into one that began after its planned end.
    const beganLater = (known: AdBreak) =>
      startMs !== undefined && startMs > known.plannedEndMs - SAME_START_MS;
    return this.breaks.findLast(
      (known) =>
        known.startMs <= cue.atMs &&
        (known.endMs ?? Number.POSITIVE_INFINITY) > cue.atMs &&
        !beganLater(known),
    );
  }

  #applyStart(cue: Cue): void {
    const known = this.#find(cue);
    if (known === undefined) this.#open(cue);
    else if (BREAK_MOVES[this.#stateAt(known, cue.atMs)][cue.kind] !== 'ignore')
      this.#replace(known, this.#merged(known, cue));
  }

  /** What a further cue adds. The dialect that signalled the start first may move it and its duration. */
  #merged(known: AdBreak, cue: Cue): AdBreak {
    const leads = cue.kind === 'out' && known.dialects[0] === cue.dialect;
    // A start that is announced again while the break runs (some encoders repeat it) updates its end alone.
    const near = Math.abs(cue.atMs - known.startMs) <= SAME_START_MS;
    const startMs = leads && (near || known.state === 'announced') ? cue.atMs : known.startMs;
    const announcedMs = this.#durationMs(cue);
    const durationMs = leads
      ? (announcedMs ?? known.durationMs)
      : (known.durationMs ?? announcedMs);
    return {
      ...known,
      startMs,
      durationMs,
      plannedEndMs: this.#plannedEnd(startMs, durationMs),
      eventId: known.eventId ?? cue.eventId,
      segmentationTypeId: known.segmentationTypeId ?? cue.segmentationTypeId,
      dialects: known.dialects.includes(cue.dialect)
        ? known.dialects
        : [...known.dialects, cue.dialect],
      scte35: known.scte35 ?? cue.scte35,
      contentId: known.contentId ?? cue.contentId,
    };
  }

  #open(cue: Cue): void {
    const running = this.breaks.findLast((known) => isRunningAt(known, cue.atMs));
    if (running !== undefined && this.#isNested(running, cue)) return;
    if (this.#isZeroLength(cue)) return;
    if (running !== undefined) this.#replace(running, { ...running, endMs: cue.atMs });
    const startMs = startOf(cue) ?? cue.atMs;
    const durationMs = this.#durationMs(cue);
    const taken = new Set(this.breaks.map((known) => known.breakId));
    this.breaks.push({
      breakId: breakId(cue, startMs, taken),
      state: 'open',
      startMs,
      durationMs,
      plannedEndMs: this.#plannedEnd(startMs, durationMs),
      eventId: cue.eventId,
      segmentationTypeId: cue.segmentationTypeId,
      dialects: [cue.dialect],
      scte35: cue.scte35,
      contentId: cue.contentId ?? this.#options.contentId,
    });
    this.breaks.sort((a, b) => a.startMs - b.startMs);
  }

  /**
   * A start inside a running break (SCTE-S3, SCTE-S7): part of it while its announced end is ahead, or
   * when it speaks of a single ad; of one that runs until its return cue, a new event ends it.
   */
  #isNested(running: AdBreak, cue: Cue): boolean {
    if (cue.kind === 'cont') return true;
    if (running.durationMs !== undefined) return cue.atMs < endOf(running) - NESTED_MS;
    if (isPerAdType(cue.segmentationTypeId) && !isPerAdType(running.segmentationTypeId))
      return true;
    return cue.eventId === undefined || cue.eventId === running.eventId;
  }

  /** Out and in on one segment, and the in belongs to no other break. */
  #isZeroLength(cue: Cue): boolean {
    const orphan = this.#orphanReturn;
    if (orphan === undefined || cue.kind !== 'out' || orphan.atMs !== cue.atMs) return false;
    return !orphan.eventId || !cue.eventId || orphan.eventId === cue.eventId;
  }

  /** The matching end of the same event or type first, any listed end otherwise; never one of a single ad. */
  #endsBreak(known: AdBreak, cue: Cue): boolean {
    if (cue.eventId !== undefined && cue.eventId === known.eventId) return true;
    const { segmentationTypeId: endType } = cue;
    if (endType === undefined || known.segmentationTypeId === undefined) return true;
    return endType === known.segmentationTypeId + 1 || !isPerAdType(endType);
  }

  #applyReturn(cue: Cue): void {
    const known = this.breaks.findLast(
      (candidate) => candidate.startMs < cue.atMs && candidate.state !== 'cancelled',
    );
    const late = known !== undefined && cue.atMs > known.plannedEndMs + LATE_RETURN_MS;
    if (known === undefined || late) {
      this.#orphanReturn = cue;
      return;
    }
    const move = BREAK_MOVES[this.#stateAt(known, cue.atMs)].in;
    const earlier = move === 'end-earlier' && cue.atMs < (known.endMs ?? 0);
    if (move === 'end-earlier' && cue.atMs > (known.endMs ?? 0)) this.#orphanReturn = cue;
    if ((move === 'end' || earlier) && this.#endsBreak(known, cue))
      this.#replace(known, { ...known, endMs: cue.atMs });
  }

  #applyCancel(cue: Cue): void {
    const known = this.breaks.findLast(
      (candidate) => cue.eventId !== undefined && candidate.eventId === cue.eventId,
    );
    if (known === undefined || known.startMs < this.#options.knownUntilMs) return;
    // A message may carry the time of the splice that it takes back.
    const atMs = Math.min(cue.atMs, known.startMs - 1);
    if (BREAK_MOVES[this.#stateAt(known, atMs)].cancel === 'cancel')
      this.#replace(known, { ...known, state: 'cancelled' });
  }

  #replace(known: AdBreak, changed: AdBreak): void {
    const index = this.breaks.indexOf(known);
    if (index >= 0) this.breaks[index] = changed;
  }
}

function stateNow(adBreak: AdBreak, knownUntilMs: number): AdBreakState {
  if (adBreak.state === 'cancelled') return 'cancelled';
  if (endOf(adBreak) <= knownUntilMs) return 'closed';
  return adBreak.startMs >= knownUntilMs ? 'announced' : 'open';
}

function isSame(a: AdBreak, b: AdBreak): boolean {
  return (
    a.startMs === b.startMs &&
    a.plannedEndMs === b.plannedEndMs &&
    a.endMs === b.endMs &&
    a.state === b.state &&
    a.eventId === b.eventId &&
    a.dialects.length === b.dialects.length
  );
}

function isOver({ state }: AdBreak): boolean {
  return state === 'closed' || state === 'cancelled';
}

/**
 * Enters the cues of the channel's newest playlist.
 * @param cues in order of their time on the source clock
 * @returns the state for the next playlist, and which breaks were opened, updated and closed
 * @see rules SCTE-S3, SCTE-S5, SCTE-S6, SCTE-S7
 */
export function trackBreaks(
  state: BreakState,
  cues: readonly Cue[],
  options: TrackOptions,
): TrackedBreaks {
  const tracker = new Tracker(state, options);
  const inOrder = cues.toSorted((a, b) => a.atMs - b.atMs || ORDER[a.kind] - ORDER[b.kind]);
  for (const cue of inOrder) tracker.apply(cue);
  const { knownUntilMs } = options;
  const breaks = tracker.breaks
    .map((adBreak) => {
      const now = stateNow(adBreak, knownUntilMs);
      return now === adBreak.state ? adBreak : { ...adBreak, state: now };
    })
    .filter((adBreak) => endOf(adBreak) > knownUntilMs - FORGET_AFTER_MS)
    .slice(-STITCHING_LIMITS.maxBreaks);
  const before = new Map(state.breaks.map((adBreak) => [adBreak.breakId, adBreak]));
  const changed = breaks.filter((adBreak) => {
    const known = before.get(adBreak.breakId);
    return known !== undefined && !isSame(known, adBreak);
  });
  return {
    state: { breaks },
    opened: breaks.filter((adBreak) => !before.has(adBreak.breakId)),
    updated: changed.filter((adBreak) => !isOver(adBreak)),
    closed: changed.filter(isOver),
  };
}
