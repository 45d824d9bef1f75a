import { formatDateTime } from '@interlude/hls';
import { freezeSplices, visibility } from '../plan/freeze-splices.ts';
import { legacySequence } from '../plan/legacy-numbers.ts';
import type { Listing, SplicePlan } from '../plan/splice-plan.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import type { SourceWindow } from '../source/source-window.ts';
import type { EmptyTextAddresses } from '../subtitles/text-form.ts';
import { type AdSegmentUri, adBlock } from './ad-block.ts';
import type { SuppressedTags } from './content-block.ts';
import {
  type ContentItem,
  hasDiscontinuity,
  itemDurationMs,
  type Layout,
  layOut,
  type OutputItem,
} from './lay-out.ts';
import { skippedCount, skipText, WITH_SKIP } from './playlist-update.ts';

/** Not 0: players that test the offset for truth (shaka) take it for none, and begin at the edge. */
const LEAST_OFFSET_MS = 1;

/** EXT-X-START of a start-over, from the first list's beginning on; the same in all lists of a session. */
function startLine({ beginsAtMs, fromMs }: Listing): string | undefined {
  if (beginsAtMs === undefined) return undefined;
  const offsetMs = Math.max(LEAST_OFFSET_MS, beginsAtMs - fromMs);
  return `#EXT-X-START:TIME-OFFSET=${(offsetMs / 1_000).toFixed(3)},PRECISE=YES`;
}

export interface StitchInput {
  readonly window: SourceWindow;
  /**
   * Window of the channel's reference rendition, in which the cues were found. Default this rendition's own, which is
   * right while all renditions have their discontinuities at the same times.
   */
  readonly reference?: SourceWindow | undefined;
  /** After `followBreaks`. */
  readonly plan: SplicePlan;
  /** The address of an ad segment, absolute or relative to the output playlist. */
  readonly adSegmentUri: AdSegmentUri;
  /** `hlsSuppressTags` as full tag names; the window must have been made with the same. */
  readonly suppressed?: SuppressedTags | undefined;
  /** Rewrites addresses of content. */
  readonly contentLocation?: LocationRewriter | undefined;
  /** Rewrites addresses of the ads' initialisation sections; ad segments have addresses of the stitcher. */
  readonly adLocation?: LocationRewriter | undefined;
  /** Delta update without the segments of the earlier list, where the plan's list is long enough. */
  readonly isUpdate?: boolean | undefined;
  /** Of subtitles in fMP4: addresses of the empty segments for ads. */
  readonly emptyText?: EmptyTextAddresses | undefined;
}

export interface StitchedPlaylist {
  /** latin1, like the source's text. */
  readonly text: string;
  /** The plan with the numbers that this output has published: store it. The same object when none was new. */
  readonly plan: SplicePlan;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly segmentCount: number;
  /** Sum of EXTINF, ms. */
  readonly durationMs: number;
}

const NOTHING_SUPPRESSED: SuppressedTags = new Set();

function headerText(
  window: SourceWindow,
  plan: SplicePlan,
  numbers: { mediaSequence: number; discontinuitySequence: number },
  suppressed: SuppressedTags,
  isUpdate: boolean,
): string {
  const { skipUntilSeconds } = plan.listing;
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${isUpdate ? Math.max(window.version, WITH_SKIP) : window.version}`,
    `#EXT-X-TARGETDURATION:${plan.targetDuration}`,
    ...(skipUntilSeconds === undefined
      ? []
      : [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${skipUntilSeconds}`]),
    `#EXT-X-MEDIA-SEQUENCE:${numbers.mediaSequence}`,
  ];
  if (!suppressed.has('EXT-X-DISCONTINUITY-SEQUENCE'))
    lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${numbers.discontinuitySequence}`);
  if (window.independentSegments && !suppressed.has('EXT-X-INDEPENDENT-SEGMENTS'))
    lines.push('#EXT-X-INDEPENDENT-SEGMENTS');
  const start = startLine(plan.listing);
  if (start !== undefined) lines.push(start);
  for (const { name, line } of window.passedHeaderTags)
    if (!suppressed.has(name) && !(name === 'EXT-X-START' && start !== undefined)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

function isEncrypted(item: OutputItem | undefined): boolean {
  return item?.kind === 'content' && item.source.block.encrypted;
}

const DATE_LINE = /^#EXT-X-PROGRAM-DATE-TIME:.*\n/m;

/** Prints the date of a segment whose date is shifted, and of the one behind it, which must not go on from there. */
function datedText(block: string, item: ContentItem, before: OutputItem | undefined): string {
  const isBehindShifted = before?.kind === 'content' && before.dateShiftMs > 0;
  if (item.dateShiftMs === 0 && !isBehindShifted) return block;
  const date = formatDateTime(item.source.dateMs + item.dateShiftMs);
  return `#EXT-X-PROGRAM-DATE-TIME:${date}\n${block.replace(DATE_LINE, '')}`;
}

/** The lines of one item, with its DISCONTINUITY. */
function itemText(
  item: OutputItem,
  before: OutputItem | undefined,
  input: StitchInput,
  dated: boolean,
): string {
  const isHead = before === undefined;
  const discontinuity = hasDiscontinuity(item) ? '#EXT-X-DISCONTINUITY\n' : '';
  if (item.kind === 'ad') {
    const state = { isHead, afterEncrypted: isEncrypted(before), dated };
    return discontinuity + adBlock(item, input.window, state, input);
  }
  const full = isHead || item.isReturn || item.discontinuity;
  const clearing =
    full && before?.kind === 'content'
      ? item.source.block.clearingLineAfter(before.source.block)
      : '';
  const block = item.source.block.text(full, item.withoutCues, input.contentLocation);
  return discontinuity + clearing + (dated ? datedText(block, item, before) : block);
}

/** @param from items before it are left out */
function bodyText({ items }: Layout, input: StitchInput, dated: boolean, from: number): string {
  let text = '';
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (item !== undefined) text += itemText(item, items[index - 1], input, dated);
  }
  return text;
}

/** EXT-X-SKIP and date ranges in place of the first items of an update. */
function skippedText({ items }: Layout, input: StitchInput, count: number): string {
  const texts = items
    .slice(0, count)
    .map((item) =>
      item.kind === 'content' && item.source.block.hasDateRanges
        ? itemText(item, undefined, input, false)
        : '',
    );
  return skipText(texts.join(''), count);
}

function sequenceOf(plan: SplicePlan, { renditionId }: SourceWindow, first?: OutputItem): number {
  if (first === undefined) return 0;
  return plan.legacyShift === undefined ? first.msn : legacySequence(plan, renditionId, first);
}

/**
 * The output of one rendition for one session: a pure function of the window and the plan, so that
 * the same request gives the same bytes in any process (H1-H4).
 * @returns the playlist text, and the plan with the numbers of this rendition
 * @see RFC 8216 §4.3.3, §6.2; rules H1, H2, H3, H4
 */
export function stitchMediaPlaylist(input: StitchInput): StitchedPlaylist {
  const { window } = input;
  const windows = { window, reference: input.reference ?? window };
  const suppressed = input.suppressed ?? NOTHING_SUPPRESSED;
  const visible = visibility(input.plan, windows);
  const plan = freezeSplices(input.plan, windows, visible);
  const layout = layOut(plan, window, visible);
  const first = layout.items[0];
  const mediaSequence = sequenceOf(plan, window, first);
  // The tag of the first segment is printed, so its discontinuity is not counted yet (H2).
  const discontinuitySequence =
    first === undefined ? 0 : first.discontinuityNumber - (hasDiscontinuity(first) ? 1 : 0);
  const numbers = { mediaSequence, discontinuitySequence };
  const dated = window.hasDates && !suppressed.has('EXT-X-PROGRAM-DATE-TIME');
  const ending = window.ended && layout.complete ? '#EXT-X-ENDLIST\n' : '';
  const skipped = input.isUpdate ? skippedCount(layout, plan.listing) : 0;
  const header = headerText(window, plan, numbers, suppressed, skipped > 0);
  const before = skipped > 0 ? skippedText(layout, input, skipped) : '';
  return {
    text: header + before + bodyText(layout, input, dated, skipped) + ending,
    plan,
    mediaSequence,
    discontinuitySequence,
    segmentCount: layout.items.length,
    durationMs: layout.items.reduce((sum, item) => sum + itemDurationMs(item), 0),
  };
}
