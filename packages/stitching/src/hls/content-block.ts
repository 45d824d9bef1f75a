// The lines of one source segment as outputs print them. Rendered once and shared by all sessions:
// a playlist is a header and a join of these.
import {
  formatDateTime,
  type KeyTag,
  replaceAttribute,
  type Segment,
  type Tag,
} from '@interlude/hls';
import { isCueTag, isLaterCue } from '../cues/cue-tags.ts';
import type { UriResolver } from '../source/resolve-uri.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';

/** What a channel leaves out of its outputs, as full tag names (`EXT-X-GAP`). */
export type SuppressedTags = ReadonlySet<string>;

export interface ContentBlockInput {
  readonly segment: Segment;
  /** The segment before it in the source, whose map and keys are in force. */
  readonly previous: Segment | undefined;
  /** Epoch ms; NaN when the source has no dates. */
  readonly dateMs: number;
  readonly resolve: UriResolver;
  readonly suppressed: SuppressedTags;
  /** Markers that stay although they are markers, see `isContentIdTag`. */
  readonly isPassedTag?: ((tag: Tag) => boolean) | undefined;
}

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

/** Ciphers in CBC mode take the media sequence number as IV when none is given (RFC 8216 5.2). */
function needsExplicitIv(key: KeyTag): boolean {
  return key.iv === undefined && key.keyFormat === 'identity' && !key.method.endsWith('-CTR');
}

function keyLine(key: KeyTag, msn: number, resolve: UriResolver): string {
  let line = key.text;
  if (key.uri !== undefined) line = replaceAttribute(line, 'URI', `"${resolve(key.uri)}"`);
  if (needsExplicitIv(key))
    line = replaceAttribute(line, 'IV', `0x${msn.toString(16).toUpperCase().padStart(32, '0')}`);
  return `${line}\n`;
}

function keyLines(segment: Segment, resolve: UriResolver): string {
  return segment.keys.map((key) => keyLine(key, segment.msn, resolve)).join('');
}

function mapLine(segment: Segment, resolve: UriResolver): string {
  const { map } = segment;
  if (map === undefined) return '';
  return `${replaceAttribute(map.text, 'URI', `"${resolve(map.uri)}"`)}\n`;
}

function sameKeys(a: readonly KeyTag[], b: readonly KeyTag[]): boolean {
  return a.length === b.length && a.every((key, index) => key.text === b[index]?.text);
}

/**
 * Keys and map, all of them. A KEY also encrypts the maps printed after it (RFC 8216 4.3.2.5), so a
 * map that stood before its key stays before it.
 */
function fullState(segment: Segment, resolve: UriResolver): string {
  const keys = keyLines(segment, resolve);
  const map = mapLine(segment, resolve);
  const firstKeyLine = segment.keys[0]?.line ?? 0;
  return segment.map !== undefined && segment.map.line < firstKeyLine ? map + keys : keys + map;
}

/** Keys and map as far as they differ from what the segment before left in force. */
function changedState({ segment, previous, resolve }: ContentBlockInput): string {
  if (previous === undefined) return fullState(segment, resolve);
  const mapDiffers = segment.map?.text !== previous.map?.text;
  const keysDiffer = !sameKeys(segment.keys, previous.keys);
  // Clear again: the keys before would go on, also for the map (H9).
  if (keysDiffer && segment.keys.length === 0)
    return `#EXT-X-KEY:METHOD=NONE\n${mapDiffers ? mapLine(segment, resolve) : ''}`;
  if (mapDiffers && (keysDiffer || segment.keys.length > 0)) return fullState(segment, resolve);
  let state = mapDiffers ? mapLine(segment, resolve) : '';
  if (keysDiffer || segment.keys.some(needsExplicitIv)) state += keyLines(segment, resolve);
  return state;
}

function tagLine(tag: Tag): string {
  return tag.value === '' ? `#${tag.name}\n` : `#${tag.name}:${tag.value}\n`;
}

type Forms = (string | undefined)[];

/** The four forms of a segment's lines; each is rendered on first use and kept. */
export class ContentBlock {
  readonly #input: ContentBlockInput;
  readonly #forms: Forms = [undefined, undefined, undefined, undefined];
  #rewritten: WeakMap<LocationRewriter, Forms> | undefined;

  constructor(input: ContentBlockInput) {
    this.#input = input;
  }

  /** The segment is encrypted: clear ads after it need KEY METHOD=NONE (H9). */
  get encrypted(): boolean {
    return this.#input.segment.keys.length > 0;
  }

  /**
   * The lines from the segment's first tag to its URI, each with a line feed; without DISCONTINUITY.
   * @param full at the head of a window and after a splice: map, keys and date are printed again
   * @param withoutCues leave the markers out, because the break they speak of was replaced
   * @param location makes the addresses that are printed
   */
  text(full: boolean, withoutCues: boolean, location?: LocationRewriter): string {
    const forms = location === undefined ? this.#forms : this.#formsFor(location);
    const form = (full ? 1 : 0) + (withoutCues ? 2 : 0);
    const cached = forms[form];
    if (cached !== undefined) return cached;
    const text = this.#render(full, withoutCues, location);
    forms[form] = text;
    return text;
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
    const { segment, dateMs, suppressed } = this.#input;
    const absolute = this.#input.resolve;
    const resolve = location ? (uri: string) => location.rewrite(absolute(uri)) : absolute;
    const state = full ? fullState(segment, resolve) : changedState({ ...this.#input, resolve });
    const dated = segment.programDateTimeMs !== undefined;
    const needsDate = full && !dated && !Number.isNaN(dateMs);
    const date =
      needsDate && !suppressed.has('EXT-X-PROGRAM-DATE-TIME')
        ? `#EXT-X-PROGRAM-DATE-TIME:${formatDateTime(dateMs)}\n`
        : '';
    const tags = segment.tags
      .filter((tag) => this.#keeps(tag, withoutCues))
      .map(tagLine)
      .join('');
    const range = segment.byteRange;
    const byteRange =
      range === undefined ? '' : `#EXT-X-BYTERANGE:${range.length}@${range.offset}\n`;
    return `${state}${date}${tags}${byteRange}${resolve(segment.uri)}\n`;
  }

  #keeps(tag: Tag, withoutCues: boolean): boolean {
    if (OWN_OR_DROPPED.has(tag.name) || this.#input.suppressed.has(tag.name)) return false;
    if (!isCueTag(tag) || this.#input.isPassedTag?.(tag)) return true;
    const { dateMs, segment } = this.#input;
    // A marker of a later break is always left out: when it is printed nobody knows yet whether the
    // break will be replaced, and a published line cannot be taken back.
    return !withoutCues && !isLaterCue(tag, dateMs + segment.durationSeconds * 1000);
  }
}
