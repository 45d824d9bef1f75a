// The lines of one source segment as outputs print them. Rendered once and shared by all sessions:
// a playlist is a header and a join of these.
import { formatDateTime, type Segment, type Tag } from '@interlude/hls';
import { isCueTag, isLaterCue } from '../cues/cue-tags.ts';
import type { UriResolver } from '../source/resolve-uri.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import { changedState, clearingLine, fullState } from './state-lines.ts';

/** Tags that a channel leaves out of its outputs, by full name (`EXT-X-GAP`). */
export type SuppressedTags = ReadonlySet<string>;

export interface ContentBlockInput {
  readonly segment: Segment;
  /** The segment before it in the source, whose map and keys apply. */
  readonly previous: Segment | undefined;
  /** Epoch ms; NaN when the source has no dates. */
  readonly dateMs: number;
  readonly resolve: UriResolver;
  /** Default: none. */
  readonly suppressed?: SuppressedTags | undefined;
  /** Markers that outputs keep, see `isContentIdTag`. */
  readonly isPassedTag?: ((tag: Tag) => boolean) | undefined;
}

const DATE_TAG = 'EXT-X-PROGRAM-DATE-TIME';
const DATE_RANGE_TAG = 'EXT-X-DATERANGE';

/**
 * Printed by the stitcher itself, or of no use in its outputs. BITRATE would reach into the ads; parts,
 * hints and reports belong to low latency, which is served as ordinary HLS.
 */
const OWN_OR_DROPPED: ReadonlySet<string> = new Set([
  'EXT-X-DISCONTINUITY',
  'EXT-X-KEY',
  'EXT-X-MAP',
  'EXT-X-BYTERANGE',
  'EXT-X-BITRATE',
  'EXT-X-PART',
  'EXT-X-PRELOAD-HINT',
  'EXT-X-RENDITION-REPORT',
  'EXT-X-SKIP',
  'EXT-X-ENDLIST',
  'EXT-X-DISCONTINUITY-SEQUENCE',
]);

function tagLine(tag: Tag): string {
  return tag.value === '' ? `#${tag.name}\n` : `#${tag.name}:${tag.value}\n`;
}

type Forms = (string | undefined)[];

/** The four forms of a segment's lines; each is rendered on first use and kept. */
export class ContentBlock {
  readonly #input: ContentBlockInput;
  #forms: Forms | undefined;
  #rewritten: WeakMap<LocationRewriter, Forms> | undefined;
  #hasDateRanges: boolean | undefined;

  constructor(input: ContentBlockInput) {
    this.#input = input;
  }

  /** The segment is encrypted: clear ads after it need KEY METHOD=NONE (H9). */
  get encrypted(): boolean {
    return this.#input.segment.keys.length > 0;
  }

  /** It prints date ranges, in one of its forms at least. */
  get hasDateRanges(): boolean {
    this.#hasDateRanges ??= this.#input.segment.tags.some(({ name }) => name === DATE_RANGE_TAG);
    return this.#hasDateRanges;
  }

  /** METHOD=NONE where a full form of this segment follows another one whose keys would still apply (H9). */
  clearingLineAfter(before: ContentBlock): string {
    return clearingLine(before.#input.segment.keys, this.#input.segment);
  }

  /**
   * The lines from the segment's first tag to its URI, each with a line feed; without DISCONTINUITY.
   * @param full at the head of a window and after a splice: map, keys and date are printed again
   * @param withoutCues leaves the markers out, because their break was replaced
   * @param location rewrites the printed addresses
   */
  text(full: boolean, withoutCues: boolean, location?: LocationRewriter): string {
    const forms = location === undefined ? this.#ownForms() : this.#formsFor(location);
    const form = (full ? 1 : 0) + (withoutCues ? 2 : 0);
    const cached = forms[form];
    if (cached !== undefined) return cached;
    const text = this.#render(full, withoutCues, location);
    forms[form] = text;
    return text;
  }

  #ownForms(): Forms {
    this.#forms ??= [undefined, undefined, undefined, undefined];
    return this.#forms;
  }

  #formsFor(location: LocationRewriter): Forms {
    this.#rewritten ??= new WeakMap();
    const known = this.#rewritten.get(location);
    if (known !== undefined) return known;
    const forms: Forms = [undefined, undefined, undefined, undefined];
    this.#rewritten.set(location, forms);
    return forms;
  }

  #render(full: boolean, withoutCues: boolean, location: LocationRewriter | undefined): string {
    const { segment, previous, dateMs, suppressed } = this.#input;
    const absolute = this.#input.resolve;
    const resolve = location ? (uri: string) => location.rewrite(absolute(uri)) : absolute;
    const state =
      full || previous === undefined
        ? fullState(segment, resolve)
        : changedState(segment, previous, resolve);
    const ownMs = segment.programDateTimeMs;
    // After a restart with older dates the source's own are not printed (H11).
    const isShifted = ownMs !== undefined && Math.abs(dateMs - ownMs) >= 1;
    const needsDate = isShifted || (full && ownMs === undefined && !Number.isNaN(dateMs));
    const date =
      needsDate && !suppressed?.has(DATE_TAG) ? `#${DATE_TAG}:${formatDateTime(dateMs)}\n` : '';
    const tags = segment.tags
      .filter((tag) => this.#keeps(tag, withoutCues) && !(isShifted && tag.name === DATE_TAG))
      .map(tagLine)
      .join('');
    const range = segment.byteRange;
    const byteRange =
      range === undefined ? '' : `#EXT-X-BYTERANGE:${range.length}@${range.offset}\n`;
    return `${state}${date}${tags}${byteRange}${resolve(segment.uri)}\n`;
  }

  #keeps(tag: Tag, withoutCues: boolean): boolean {
    if (OWN_OR_DROPPED.has(tag.name) || this.#input.suppressed?.has(tag.name)) return false;
    if (!isCueTag(tag) || this.#input.isPassedTag?.(tag)) return true;
    const { dateMs, segment } = this.#input;
    // A marker of a later break is always left out: when it is printed that break is not decided yet, and a
    // published line cannot be taken back.
    return !withoutCues && !isLaterCue(tag, dateMs + segment.durationSeconds * 1000);
  }
}
