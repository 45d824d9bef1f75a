// A media playlist of an asset with its ads: pure, whole at once, the same for every request (H36).

import type { AdSegmentRef } from '../hls/ad-block.ts';
import type { SuppressedTags } from '../hls/content-block.ts';
import { neededVersion } from '../hls/needed-version.ts';
import { renditionOf } from '../plan/ad-segments.ts';
import type { CreativeRendition } from '../pods/creative.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import type { EmptyTextAddresses } from '../subtitles/text-form.ts';
import { type ContentPart, type VodBreak, type VodPlan, vodSequence } from './vod-plan.ts';
import { boundaryIndex, type VodRendition } from './vod-rendition.ts';

export interface StitchVodInput {
  readonly rendition: VodRendition;
  readonly plan: VodPlan;
  /** Seconds: the greatest of the asset's renditions; the same in all of them. */
  readonly targetDuration: number;
  /** The address of an ad segment, absolute or relative to the output playlist. */
  readonly adSegmentUri: (ref: AdSegmentRef, rendition: CreativeRendition) => string;
  readonly suppressed: SuppressedTags;
  /** Rewrites the printed addresses of content. */
  readonly location?: LocationRewriter | undefined;
  /** Rewrites the printed addresses of the ads' maps. */
  readonly adLocation?: LocationRewriter | undefined;
  /** Of subtitles in fMP4: addresses of the empty segments for ads. */
  readonly emptyText?: EmptyTextAddresses | undefined;
}

function byteRangeText(range: { length: number; offset: number }): string {
  return `${range.length}@${range.offset}`;
}

function mapLine({ map }: CreativeRendition, location: LocationRewriter | undefined): string {
  if (map === undefined) return '';
  const range = map.byteRange === undefined ? '' : `,BYTERANGE="${byteRangeText(map.byteRange)}"`;
  const uri = location === undefined ? map.uri : location.rewrite(map.uri);
  return `#EXT-X-MAP:URI="${uri}"${range}\n`;
}

/** Indices of the segments that a placement shows: slate may be cut, an ad is as long as its creative. */
function shownSegments({ segments, startsMs }: CreativeRendition, durationMs: number): number[] {
  return [...segments.keys()].filter(
    (index) => index === 0 || (startsMs[index] ?? 0) < durationMs - 1,
  );
}

interface ContentRange {
  readonly first: number;
  /** Index of the first segment that is not in it. */
  readonly end: number;
  /** Nothing is cut: dates and markers stay. */
  readonly isWhole: boolean;
  /** Ads or content precede it in the list. */
  readonly isCut: boolean;
}

interface ContentText {
  readonly text: string;
  /** Whether its last segment is encrypted. */
  readonly isEncrypted: boolean;
}

function contentText(
  { segments }: VodRendition,
  { first, end, isWhole, isCut }: ContentRange,
  location?: LocationRewriter,
): ContentText {
  let text = '';
  let isEncrypted = false;
  for (let index = first; index < end; index++) {
    const segment = segments[index];
    if (segment === undefined) continue;
    const isFirst = index === first;
    // A discontinuity of the source on the first segment and ours are one (H7).
    if (isFirst ? isCut : segment.source.discontinuity) text += '#EXT-X-DISCONTINUITY\n';
    const block = isWhole ? segment.verbatim : segment.undated;
    text += block.text(isFirst, !isWhole, location);
    isEncrypted = block.encrypted;
  }
  return { text, isEncrypted };
}

/** Stretches that are kept rendered of one rendition: sessions with breaks at the same places share them. */
const MAX_TEXTS = 64;

const shared = new WeakMap<VodRendition, Map<string, ContentText>>();

function sharedText(rendition: VodRendition, range: ContentRange): ContentText {
  const texts = shared.get(rendition) ?? new Map<string, ContentText>();
  shared.set(rendition, texts);
  const key = `${range.first} ${range.end} ${range.isWhole} ${range.isCut}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = contentText(rendition, range);
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(key, made);
  return made;
}

class VodWriter {
  text = '';
  readonly #input: StitchVodInput;
  /** Item before: encrypted content, clear content or an ad, or none yet. */
  #before: 'nothing' | 'clear' | 'encrypted' = 'nothing';
  #longestAdSeconds = 0;

  constructor(input: StitchVodInput) {
    this.#input = input;
  }

  write(): string {
    for (const one of vodSequence(this.#input.plan)) {
      if ('placements' in one) this.#addBreak(one);
      else this.#addContent(one);
    }
    return `${this.#header()}${this.text}#EXT-X-ENDLIST\n`;
  }

  #addContent({ fromMs, toMs }: ContentPart): void {
    const { rendition, plan, location } = this.#input;
    const content: ContentRange = {
      first: boundaryIndex(rendition, fromMs),
      end: toMs >= plan.contentMs ? rendition.segments.length : boundaryIndex(rendition, toMs),
      isWhole: plan.breaks.length === 0,
      isCut: this.#before !== 'nothing',
    };
    if (content.first >= content.end) return;
    const { text, isEncrypted } =
      location === undefined
        ? sharedText(rendition, content)
        : contentText(rendition, content, location);
    this.text += text;
    this.#before = isEncrypted ? 'encrypted' : 'clear';
  }

  #addBreak({ breakId, placements }: VodBreak): void {
    const { renditionId } = this.#input.rendition;
    for (const placement of placements) {
      const rendition = renditionOf(placement, renditionId);
      if (rendition === undefined) continue;
      this.#beginAd(rendition);
      for (const segmentIndex of shownSegments(rendition, placement.durationMs)) {
        const ref = { breakId, placementIndex: placement.index, renditionId, segmentIndex };
        this.#addAdSegment(ref, rendition);
      }
    }
  }

  #addAdSegment(ref: AdSegmentRef, rendition: CreativeRendition): void {
    const segment = rendition.segments[ref.segmentIndex];
    if (segment === undefined) return;
    const { byteRange, extinf, durationSeconds } = segment;
    const range = byteRange === undefined ? '' : `#EXT-X-BYTERANGE:${byteRangeText(byteRange)}\n`;
    this.text += `#EXTINF:${extinf}\n${range}${this.#adSegmentUri(ref, rendition)}\n`;
    this.#longestAdSeconds = Math.max(this.#longestAdSeconds, durationSeconds);
  }

  #adSegmentUri(ref: AdSegmentRef, rendition: CreativeRendition): string {
    const { emptyText, adSegmentUri } = this.#input;
    if (emptyText === undefined) return adSegmentUri(ref, rendition);
    const { durationSeconds = 0 } = rendition.segments[ref.segmentIndex] ?? {};
    const startMs = Math.round(rendition.startsMs[ref.segmentIndex] ?? 0);
    return emptyText.segmentUri(startMs, Math.round(durationSeconds * 1000));
  }

  /** Ads are clear: without METHOD=NONE the content's key would apply to them (H9); the map is always written (H8). */
  #beginAd(rendition: CreativeRendition): void {
    if (this.#before !== 'nothing') this.text += '#EXT-X-DISCONTINUITY\n';
    if (this.#before === 'encrypted') this.text += '#EXT-X-KEY:METHOD=NONE\n';
    const { emptyText, adLocation } = this.#input;
    this.text += emptyText
      ? `#EXT-X-MAP:URI="${emptyText.mapUri}"\n`
      : mapLine(rendition, adLocation);
    this.#before = 'clear';
  }

  #header(): string {
    const { rendition, targetDuration, suppressed } = this.#input;
    const { playlist, passedHeader } = rendition;
    const needed = neededVersion(playlist.segments);
    const lines = [
      '#EXTM3U',
      `#EXT-X-VERSION:${Math.max(playlist.version, needed)}`,
      `#EXT-X-TARGETDURATION:${Math.max(targetDuration, Math.round(this.#longestAdSeconds))}`,
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
    ];
    if (playlist.independentSegments && !suppressed.has('EXT-X-INDEPENDENT-SEGMENTS'))
      lines.push('#EXT-X-INDEPENDENT-SEGMENTS');
    return `${[...lines, ...passedHeader.map(({ line }) => line)].join('\n')}\n`;
  }
}

/**
 * The output of one rendition: content, ads where the plan has them, and the end of the list.
 * @returns the text of a playlist of type VOD
 * @see RFC 8216 §4.3.3.4, §4.3.3.5; rule H36
 */
export function stitchVodMediaPlaylist(input: StitchVodInput): string {
  return new VodWriter(input).write();
}
