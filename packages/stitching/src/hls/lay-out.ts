// Items that the output of one rendition lists: segments of the source and of ads, each with the
// numbers that the plan froze. They follow from numbers and times, never from an earlier request, so
// that every request gives the same playlist.
import { returnDateShiftMs } from '../plan/ad-dates.ts';
import { type AdSegment, adSegments, PACE_TOLERANCE_MS } from '../plan/ad-segments.ts';
import {
  discontinuityShiftAt,
  numberAtReturn,
  outputMsn,
  type Visibility,
} from '../plan/freeze-splices.ts';
import { headNumberAt } from '../plan/listed-range.ts';
import type { PlannedBreak, RenditionSplice, SplicePlan } from '../plan/splice-plan.ts';
import {
  indexOfNumber,
  middleMs,
  type SourceSegment,
  type SourceWindow,
  windowEdgeMs,
} from '../source/source-window.ts';

export interface ContentItem {
  readonly kind: 'content';
  readonly source: SourceSegment;
  readonly msn: number;
  /** The first one after a replaced break. */
  readonly isReturn: boolean;
  readonly discontinuity: boolean;
  readonly discontinuityNumber: number;
  /** Its markers belong to a replaced break: they are not printed. */
  readonly withoutCues: boolean;
  /** Printed date minus its own, ms: see `returnDateShiftMs`. */
  readonly dateShiftMs: number;
}

export interface AdItem {
  readonly kind: 'ad';
  readonly ad: AdSegment;
  readonly planned: PlannedBreak;
  readonly cutNumber: number;
  readonly msn: number;
  readonly discontinuityNumber: number;
}

export type OutputItem = ContentItem | AdItem;

export interface Layout {
  readonly items: readonly OutputItem[];
  /** Everything up to the window's newest segment is listed. */
  readonly complete: boolean;
}

interface Splice {
  readonly planned: PlannedBreak;
  readonly splice: RenditionSplice;
}

/** A DISCONTINUITY stands before this item. */
export function hasDiscontinuity(item: OutputItem): boolean {
  if (item.kind === 'ad') return item.ad.segmentIndex === 0;
  return item.discontinuity;
}

function itemMiddleMs(item: OutputItem): number {
  if (item.kind === 'content') return middleMs(item.source);
  return item.ad.startMs + item.ad.durationMs / 2;
}

export function itemDurationMs(item: OutputItem): number {
  return item.kind === 'content' ? item.source.durationMs : item.ad.durationMs;
}

class LayoutBuilder {
  readonly items: OutputItem[] = [];
  readonly #plan: SplicePlan;
  readonly #window: SourceWindow;
  readonly #visible: Visibility;

  constructor(plan: SplicePlan, window: SourceWindow, visible: Visibility) {
    this.#plan = plan;
    this.#window = window;
    this.#visible = visible;
  }

  /** Content from `fromNumber` up to, not including, `toNumber`. */
  addContent(fromNumber: number, toNumber: number, after: Splice | undefined): void {
    const { segments } = this.#window;
    const { lastIndex } = this.#visible;
    for (let index = indexOfNumber(this.#window, fromNumber); index <= lastIndex; index++) {
      const source = segments[index];
      if (source === undefined || source.number >= toNumber) return;
      const isReturn = source.number === after?.splice.returnNumber && !after.splice.passed;
      const previous = segments[index - 1];
      // Discontinuities of segments that are missing in a hole are not printed behind it (H22).
      const isNext = previous?.number === source.number - 1 && !isReturn;
      const before = isNext ? previous : undefined;
      const number = this.#numberOf(source, after);
      const rises = before !== undefined && this.#numberOf(before, after) < number;
      const first = before === undefined && source.discontinuity;
      const content = this.#content(source, isReturn, number, isReturn || rises || first);
      const dateShiftMs = isReturn ? returnDateShiftMs(after.planned, this.#window, source) : 0;
      this.items.push({ ...content, dateShiftMs });
    }
  }

  /**
   * Discontinuity number of content. Where a discontinuity of the source falls on the return segment
   * in this rendition but after it in the reference, it is printed on the next segment: two cannot
   * stand on one.
   */
  #numberOf(source: SourceSegment, after: Splice | undefined): number {
    const shift = discontinuityShiftAt(this.#plan, middleMs(source));
    const wanted = source.discontinuityNumber + shift;
    if (after?.splice.returnNumber === undefined || after.splice.passed) return wanted;
    const atReturn = numberAtReturn(after.planned);
    const since = source.number - after.splice.returnNumber;
    return Math.max(atReturn, Math.min(wanted, atReturn + since));
  }

  #content(
    source: SourceSegment,
    isReturn: boolean,
    discontinuityNumber: number,
    discontinuity: boolean,
  ): Omit<ContentItem, 'dateShiftMs'> {
    const atMs = middleMs(source);
    return {
      kind: 'content',
      source,
      msn: outputMsn(this.#plan, this.#window.renditionId, source.number),
      isReturn,
      discontinuity,
      discontinuityNumber,
      withoutCues: this.#hidesMarkers(atMs),
    };
  }

  /** The break before `atMs` was replaced, also where it is folded. */
  #hidesMarkers(atMs: number): boolean {
    const { base, breaks } = this.#plan;
    const before = breaks.findLast(({ startMs }) => startMs <= atMs);
    return before === undefined ? base.hidesMarkers === true : before.state === 'replaced';
  }

  /** @returns true when all ads of the break are published */
  addAds({ planned, splice }: Splice): boolean {
    const { limitMs, paceMs } = this.#visible;
    let { firstAdMsn: msn } = splice;
    let discontinuityNumber = planned.discontinuityBefore ?? 0;
    for (const ad of adSegments(planned, this.#window.renditionId)) {
      const endMs = ad.startMs + ad.durationMs;
      if (ad.dueMs >= limitMs || endMs > paceMs + PACE_TOLERANCE_MS) return false;
      if (ad.segmentIndex === 0) discontinuityNumber++;
      const { cutNumber } = splice;
      this.items.push({ kind: 'ad', ad, planned, cutNumber, msn, discontinuityNumber });
      msn++;
    }
    return true;
  }
}

function splicesOf(plan: SplicePlan, renditionId: string): Splice[] {
  const splices: Splice[] = [];
  for (const planned of plan.breaks) {
    const splice = planned.renditions[renditionId];
    if (planned.state === 'replaced' && splice !== undefined) splices.push({ planned, splice });
  }
  return splices;
}

/** Whether the item is still in a window whose first source segment is `headNumber`. */
function isListed(item: OutputItem, window: SourceWindow, headNumber: number): boolean {
  if (item.kind === 'content') return item.source.number >= headNumber;
  const head = window.segments[indexOfNumber(window, headNumber)];
  return head === undefined || itemMiddleMs(item) >= head.startMs;
}

/** Index of the first of the last items that together last at least `wantedMs`. */
function indexOfTail(items: readonly OutputItem[], wantedMs: number): number {
  let index = items.length;
  let sumMs = 0;
  while (index > 0 && sumMs < wantedMs) {
    index--;
    const item = items[index];
    sumMs += item === undefined ? 0 : itemDurationMs(item);
  }
  return index;
}

/** Index of the first item behind the last hole in the numbers: nothing older can be listed. */
function indexAfterHole(items: readonly OutputItem[]): number {
  for (let index = items.length - 1; index > 0; index--)
    if ((items[index]?.msn ?? 0) !== (items[index - 1]?.msn ?? 0) + 1) return index;
  return 0;
}

/** Whether the latest break has left the window, and content alone fills three target durations. */
function isSettled(
  latest: Splice | undefined,
  head: number,
  window: SourceWindow,
  plan: SplicePlan,
) {
  const returnNumber = latest?.splice.returnNumber;
  if (latest === undefined || latest.splice.passed) return true;
  if (returnNumber === undefined || returnNumber >= head) return false;
  const first = window.segments[indexOfNumber(window, head)];
  return windowEdgeMs(window) - (first?.startMs ?? 0) >= plan.targetDuration * 3_000;
}

/** Content and ads in turn, from the number `oldest` on. */
function addAll(builder: LayoutBuilder, splices: readonly Splice[], oldest: number): boolean {
  let from = oldest;
  let after: Splice | undefined;
  for (const splice of splices) {
    const { cutNumber, returnNumber, passed } = splice.splice;
    const isBehind = returnNumber !== undefined && returnNumber < oldest;
    if (!isBehind && !passed) {
      builder.addContent(from, cutNumber, after);
      if (!builder.addAds(splice) || returnNumber === undefined) return false;
      from = Math.max(oldest, returnNumber);
    }
    after = splice;
  }
  builder.addContent(from, Number.POSITIVE_INFINITY, after);
  return true;
}

/**
 * The window is the source's as it was when the newest visible segment was its newest. Ads leave it
 * when the source has passed their time; but three target durations always stay (RFC 8216 6.2.2),
 * because ad segments rarely end where the replaced ones did.
 */
export function layOut(plan: SplicePlan, window: SourceWindow, visible: Visibility): Layout {
  const splices = splicesOf(plan, window.renditionId);
  const latest = splices.at(-1);
  const head = headNumberAt(window, visible.lastIndex, plan.listing);
  const settled = isSettled(latest, head, window, plan);
  const oldest = settled ? head : Math.min(head, latest?.splice.headNumber ?? head);
  const builder = new LayoutBuilder(plan, window, visible);
  const complete =
    addAll(builder, splices, oldest) && visible.lastIndex === window.segments.length - 1;
  const { items } = builder;
  if (settled) return { items: items.slice(indexAfterHole(items)), complete };
  const lowest = items.findIndex((item) => isListed(item, window, oldest));
  const alive = items.findIndex((item) => isListed(item, window, head));
  const tail = indexOfTail(items, plan.targetDuration * 3_000);
  const wanted = Math.min(alive < 0 ? items.length : alive, tail);
  const first = Math.max(Math.max(0, lowest), wanted, indexAfterHole(items));
  return { items: items.slice(first), complete };
}
