// Cues → breaks. Every poll brings the same cues again, several dialects signal one break, some are
// noise; the tracker is idempotent: cues of a known break only add to it.
import type { Cue } from '../cues/cue.ts';
import { isPerAdType } from '../cues/nested-starts.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import type { AdBreak, AdBreakState, BreakState } from './ad-break.ts';
import { BreakIds } from './break-id.ts';
import { BREAK_MOVES } from './break-moves.ts';
import { cuesInOrder, SAME_START_MS } from './cues-in-order.ts';
import {
  endsBreak,
  haveOtherIds,
  isInner,
  nestingOf,
  takenOver,
  withInner,
} from './nested-breaks.ts';

export interface TrackOptions {
  /** Edge of the window in which the cues were found, ms on the source clock. */
  readonly knownUntilMs: number;
  /** `segmentationConfiguration.defaultDuration`; 0 = until the return cue. */
  readonly defaultDurationSeconds: number;
  /** Content id of the running programme; for breaks whose own cue names none. */
  readonly contentId?: string | undefined;
  /** On demand: a start and its return at one place are a point where ads are inserted. Default: no break. */
  readonly keepsPoints?: boolean | undefined;
}

export interface TrackedBreaks {
  readonly state: BreakState;
  readonly opened: readonly AdBreak[];
  readonly updated: readonly AdBreak[];
  /** Ended or cancelled since the last call. */
  readonly closed: readonly AdBreak[];
}

/** An event id that comes again later than this is another break, ms. */
const SAME_EVENT_MS = 3_600_000;
/** Packagers repeat the message of a start on each segment, up to the one after the end, ms. */
const REPEATED_MS = 10_000;
/** A break announced for longer than this past a new start is the outer one of two nested, ms. */
const NESTED_MS = 1_000;
/** A return cue later than this after the planned end belongs to nothing, ms. */
const LATE_RETURN_MS = STITCHING_LIMITS.openBreakCapMs;
/** Start-over and late renditions still list breaks this old, ms. */
const FORGET_AFTER_MS = 2 * 3_600_000;

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
  readonly #ids: BreakIds;
  /** By event id. */
  readonly #cancels: ReadonlyMap<string | undefined, readonly Cue[]>;
  readonly #startsMs: ReadonlySet<number>;
  #orphanReturn: Cue | undefined;

  constructor(state: BreakState, cues: readonly Cue[], options: TrackOptions) {
    this.breaks = [...state.breaks];
    this.#ids = new BreakIds(state.breaks.map(({ breakId }) => breakId));
    this.#cancels = Map.groupBy(
      cues.filter(({ kind, eventId }) => kind === 'cancel' && eventId !== undefined),
      ({ eventId }) => eventId,
    );
    this.#options = options;
    this.#startsMs = new Set(cues.flatMap(({ kind, atMs }) => (kind === 'out' ? [atMs] : [])));
    for (const cue of cuesInOrder(cues, state.breaks)) this.#apply(cue);
  }

  #apply(cue: Cue): void {
    if (cue.kind === 'in') this.#applyReturn(cue);
    else if (cue.kind === 'cancel') this.#applyCancel(cue);
    else this.#applyStart(cue);
  }

  /** State of a break at the time of a cue, not now: several cues may fall between two polls. */
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
    // Elapsed beyond the announced duration: the break runs on, for a time that no cue announces.
    return durationMs > (cue.elapsedSeconds ?? 0) * 1000 ? durationMs : undefined;
  }

  /** Duration of a break by a cue that repeats its start; one that ends before this cue says nothing of the end. */
  #durationFrom(startMs: number, cue: Cue): number | undefined {
    const durationMs = this.#durationMs(cue);
    return durationMs !== undefined && startMs + durationMs > cue.atMs ? durationMs : undefined;
  }

  #find(cue: Cue): AdBreak | undefined {
    const startMs = startOf(cue);
    const anchorMs = startMs ?? cue.atMs;
    const byStart =
      startMs === undefined
        ? undefined
        : this.breaks.find(
            (known) =>
              Math.abs(known.startMs - startMs) <= SAME_START_MS &&
              // Another event than the one that was taken back.
              (known.state !== 'cancelled' || !haveOtherIds(known, cue)),
          );
    if (byStart !== undefined) return byStart;
    const byEvent = this.breaks.findLast(
      (known) =>
        cue.eventId !== undefined &&
        known.eventId === cue.eventId &&
        Math.abs(known.startMs - anchorMs) < SAME_EVENT_MS &&
        nestingOf(known, cue) === 'same' &&
        (cue.kind === 'cont' || this.#isRepeat(known, cue)),
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

  /**
   * Whether a start at another time than the known break of its event id repeats that break. Event ids come again
   * within the hour, too: a start after the end of the break, or before one that has begun, is another break.
   */
  #isRepeat(known: AdBreak, cue: Cue): boolean {
    if (cue.atMs < known.startMs) return known.startMs >= this.#options.knownUntilMs;
    return cue.atMs < (known.endMs ?? known.plannedEndMs + REPEATED_MS);
  }

  #applyStart(cue: Cue): void {
    const known = this.#find(cue) ?? this.#beginsInside(cue);
    if (known === undefined) {
      this.#open(cue);
      return;
    }
    const move = BREAK_MOVES[this.#stateAt(known, cue.atMs)][cue.kind];
    const nesting = nestingOf(known, cue);
    // Also when the end is known already: it may be that of the inner event.
    if (nesting === 'outer' && !isOver(known)) this.#takeOver(known, cue);
    else if (move === 'ignore') return;
    else if (nesting === 'same') this.#replace(known, this.#merged(known, cue));
    else if (nesting === 'inner') this.#replace(known, withInner(known, cue.eventId));
  }

  /** A known break within the announced interval of this start: the outer event was signalled after the inner one. */
  #beginsInside(cue: Cue): AdBreak | undefined {
    const { durationSeconds } = cue;
    if (cue.kind !== 'out' || durationSeconds === undefined) return undefined;
    const endMs = cue.atMs + durationSeconds * 1000;
    return this.breaks.find(
      (known) =>
        !isOver(known) &&
        known.startMs > cue.atMs &&
        endOf(known) <= endMs + NESTED_MS &&
        haveOtherIds(known, cue),
    );
  }

  /** Makes the outer event the break; a break that has begun keeps its start. */
  #takeOver(known: AdBreak, cue: Cue): void {
    const hasBegun = known.startMs < this.#options.knownUntilMs;
    const startMs = hasBegun ? known.startMs : cue.atMs;
    const announcedMs = this.#durationMs(cue);
    const durationMs = announcedMs === undefined ? undefined : cue.atMs + announcedMs - startMs;
    const plannedEndMs = this.#plannedEnd(startMs, durationMs);
    const outer = takenOver(known, cue, { startMs, durationMs, plannedEndMs });
    this.#replace(known, this.#withoutInside(outer));
  }

  /** Cancels breaks that are announced inside the outer one, which keeps their event ids as inner ones. */
  #withoutInside(outer: AdBreak): AdBreak {
    let around = outer;
    for (const inner of this.breaks) {
      const isInside =
        inner.breakId !== outer.breakId &&
        inner.startMs > outer.startMs + SAME_START_MS &&
        inner.startMs >= this.#options.knownUntilMs &&
        inner.startMs < outer.plannedEndMs - NESTED_MS;
      if (!isInside || inner.state === 'cancelled') continue;
      around = withInner(around, inner.eventId);
      this.#replace(inner, { ...inner, state: 'cancelled' });
    }
    return around;
  }

  /**
   * The known break with what another cue of it adds. The dialect that signalled it first may move its start and change
   * its duration; others fill in what is missing.
   */
  #merged(known: AdBreak, cue: Cue): AdBreak {
    const leads = cue.kind === 'out' && known.dialects[0] === cue.dialect;
    // A start that is announced again while the break runs (some encoders repeat it) updates its end alone.
    const near = Math.abs(cue.atMs - known.startMs) <= SAME_START_MS;
    const startMs = leads && (near || known.state === 'announced') ? cue.atMs : known.startMs;
    const announcedMs = this.#durationFrom(startMs, cue);
    const durationMs = leads
      ? (announcedMs ?? known.durationMs)
      : (known.durationMs ?? announcedMs);
    return {
      ...known,
      startMs,
      durationMs,
      plannedEndMs: this.#plannedEnd(startMs, durationMs),
      eventId: known.eventId ?? cue.eventId,
      // Of its own start alone: the message at its end may be of an ad that begins there.
      segmentationTypeId: known.segmentationTypeId ?? (near ? cue.segmentationTypeId : undefined),
      dialects: known.dialects.includes(cue.dialect)
        ? known.dialects
        : [...known.dialects, cue.dialect],
      scte35: known.scte35 ?? cue.scte35,
      contentId: known.contentId ?? cue.contentId,
      rangeId: known.rangeId ?? cue.rangeId,
    };
  }

  #open(cue: Cue): void {
    const isCancelled = this.#isCancelled(cue);
    const running = this.breaks.findLast((known) => isRunningAt(known, cue.atMs));
    if (running !== undefined && this.#isNested(running, cue)) {
      this.#replace(running, withInner(running, cue.eventId));
      return;
    }
    const isPoint = this.#isZeroLength(cue);
    if (isPoint && !this.#options.keepsPoints) return;
    if (running !== undefined && !isCancelled)
      this.#replace(running, { ...running, endMs: cue.atMs });
    const startMs = startOf(cue) ?? cue.atMs;
    const durationMs = isPoint ? undefined : this.#durationMs(cue);
    this.#insert({
      breakId: this.#ids.take(cue, startMs),
      state: isCancelled ? 'cancelled' : 'open',
      startMs,
      durationMs,
      plannedEndMs: isPoint ? startMs : this.#plannedEnd(startMs, durationMs),
      endMs: isPoint ? startMs : undefined,
      eventId: cue.eventId,
      rangeId: cue.rangeId,
      segmentationTypeId: cue.segmentationTypeId,
      dialects: [cue.dialect],
      scte35: cue.scte35,
      contentId: cue.contentId ?? this.#options.contentId,
    });
  }

  /**
   * Inserts a break by its start, which ends the one before. Only `maxBreaks` are kept in the end; dropping the oldest
   * early bounds the cost of a cue, however many breaks one manifest opens.
   */
  #insert(opened: AdBreak): void {
    const before = this.breaks.findLastIndex(({ startMs }) => startMs <= opened.startMs);
    this.breaks.splice(before + 1, 0, opened);
    this.#endByNext(opened);
    const previous = this.breaks.findLast(
      (known) => known.startMs < opened.startMs && known.state !== 'cancelled',
    );
    if (previous !== undefined) this.#endByNext(previous);
    const { maxBreaks } = STITCHING_LIMITS;
    if (this.breaks.length > 2 * maxBreaks) this.breaks.splice(0, this.breaks.length - maxBreaks);
  }

  /** Ends a break at the start of the next one at the latest, whichever the source announced first. */
  #endByNext(adBreak: AdBreak): void {
    const next = this.breaks.find(
      ({ startMs, state }) => startMs > adBreak.startMs && state !== 'cancelled',
    );
    if (next === undefined || adBreak.state === 'cancelled') return;
    const { startMs } = next;
    const isEarlier = adBreak.plannedEndMs <= startMs && (adBreak.endMs ?? 0) <= startMs;
    if (isEarlier) return;
    const endMs = adBreak.endMs === undefined ? undefined : Math.min(adBreak.endMs, startMs);
    const plannedEndMs = Math.min(adBreak.plannedEndMs, startMs);
    this.breaks[this.breaks.indexOf(adBreak)] = { ...adBreak, plannedEndMs, endMs };
  }

  /**
   * Whether another message of the manifest cancels this start (splice_event_cancel_indicator, SCTE 35
   * 2023r1 §9.7.3.1): nothing of it was shown, so no break opens. A cancel after the planned end
   * belongs to a later event of that id.
   */
  #isCancelled(cue: Cue): boolean {
    const endMs = this.#plannedEnd(cue.atMs, this.#durationMs(cue));
    const cancels = this.#cancels.get(cue.eventId) ?? [];
    return cancels.some(({ atMs }) => atMs < endMs && cue.atMs - atMs < SAME_EVENT_MS);
  }

  /**
   * Whether a start inside a running break is part of it (SCTE-S3, SCTE-S7): it is while the announced end is ahead,
   * and when it signals a single ad. A break without a duration ends with the start of another event.
   */
  #isNested(running: AdBreak, cue: Cue): boolean {
    if (cue.kind === 'cont' || isInner(running, cue.eventId)) return true;
    if (running.durationMs !== undefined) return cue.atMs < endOf(running) - NESTED_MS;
    if (isPerAdType(cue.segmentationTypeId) && !isPerAdType(running.segmentationTypeId))
      return true;
    return cue.eventId === undefined || cue.eventId === running.eventId;
  }

  /** Whether a start has its return at the same time, one that belongs to no other break. */
  #isZeroLength(cue: Cue): boolean {
    const orphan = this.#orphanReturn;
    if (orphan === undefined || cue.kind !== 'out' || orphan.atMs !== cue.atMs) return false;
    return !orphan.eventId || !cue.eventId || orphan.eventId === cue.eventId;
  }

  #applyReturn(cue: Cue): void {
    if (cue.endsRange) {
      this.#endRange(cue);
      return;
    }
    const known = this.breaks.findLast(
      (candidate) => candidate.startMs < cue.atMs && candidate.state !== 'cancelled',
    );
    const late = known !== undefined && cue.atMs > known.plannedEndMs + LATE_RETURN_MS;
    if (known === undefined || late || this.#isPoint(known, cue)) {
      this.#orphanReturn = cue;
      return;
    }
    const move = BREAK_MOVES[this.#stateAt(known, cue.atMs)].in;
    const earlier = move === 'end-earlier' && cue.atMs < (known.endMs ?? 0);
    if (move === 'end-earlier' && cue.atMs > (known.endMs ?? 0)) this.#orphanReturn = cue;
    if ((move === 'end' || earlier) && endsBreak(known, cue))
      this.#replace(known, { ...known, endMs: cue.atMs });
  }

  /**
   * On demand: whether a return belongs to a start at the same time (an insertion point), because the
   * break before has ended by its duration.
   */
  #isPoint(before: AdBreak, cue: Cue): boolean {
    const { keepsPoints = false } = this.#options;
    const isOver = before.durationMs !== undefined && before.plannedEndMs + NESTED_MS < cue.atMs;
    return keepsPoints && isOver && this.#startsMs.has(cue.atMs);
  }

  /** Ends the break of a date range's ID, by a tag without an SCTE-35 attribute (RFC 8216 §4.3.2.7). */
  #endRange({ rangeId, atMs }: Cue): void {
    const known = this.breaks.findLast(
      (candidate) =>
        candidate.rangeId === rangeId &&
        candidate.startMs < atMs &&
        candidate.state !== 'cancelled',
    );
    if (known !== undefined && atMs < (known.endMs ?? Number.POSITIVE_INFINITY))
      this.#replace(known, { ...known, endMs: atMs });
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
    if (index < 0) return;
    if (changed.startMs !== known.startMs) {
      this.breaks.splice(index, 1);
      this.#insert(changed);
      return;
    }
    this.breaks[index] = changed;
    this.#endByNext(changed);
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
  const tracker = new Tracker(state, cues, options);
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
    opened: breaks.filter(({ breakId, state }) => !before.has(breakId) && state !== 'cancelled'),
    updated: changed.filter((adBreak) => !isOver(adBreak)),
    closed: changed.filter(isOver),
  };
}
