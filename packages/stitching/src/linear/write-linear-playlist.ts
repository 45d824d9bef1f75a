// The playlists of a linear channel at a moment: pure functions of its stored generations and the time.
import { formatDateTime } from '@interlude/hls';
import { stitchMultivariant } from '../hls/stitch-multivariant.ts';
import type { SourceRendition } from '../source/source-renditions.ts';
import type { CycleTrack, PlacedSegment } from './cycle-track.ts';
import { endUsOf, type Generation } from './generation.ts';
import type { HlsItem, LinearSegment } from './hls-item.ts';
import { LINEAR_LIMITS, US_PER_MS, US_PER_SECOND } from './linear-limits.ts';
import { type SpliceBreak, spliceEventId, spliceOut } from './splice-marks.ts';

const SIX_DECIMALS = 6;
const seconds = (us: number) => (us / US_PER_SECOND).toFixed(SIX_DECIMALS).replace(/0{1,3}$/, '');
const dateText = (us: number) => formatDateTime(Math.floor(us / US_PER_MS));

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');

/** Dates are those of the break, not of the segment that carries it (RFC 8216 4.3.2.7). */
function dateRange(adBreak: SpliceBreak): string {
  const id = `break-${spliceEventId(adBreak)}`;
  const span = seconds(adBreak.untilUs - adBreak.startUs);
  return `#EXT-X-DATERANGE:ID="${id}",START-DATE="${dateText(adBreak.startUs)}",DURATION=${span},SCTE35-OUT=0x${hexOf(spliceOut(adBreak))}\n`;
}

function breakLines(placed: PlacedSegment, isHead: boolean): string {
  const { adBreak, beginsBreak, endsBreak, startUs } = placed;
  const back = endsBreak ? '#EXT-X-CUE-IN\n' : '';
  if (adBreak === undefined) return back;
  const span = seconds(adBreak.untilUs - adBreak.startUs);
  if (beginsBreak) return `${back}${dateRange(adBreak)}#EXT-X-CUE-OUT:DURATION=${span}\n`;
  // Players that join in the middle get the start of the break.
  const range = isHead ? dateRange(adBreak) : '';
  const elapsed = seconds(startUs - adBreak.startUs);
  return `${back}${range}#EXT-X-CUE-OUT-CONT:ElapsedTime=${elapsed},Duration=${span}\n`;
}

const NO_KEYS = '#EXT-X-KEY:METHOD=NONE\n';

const formatsOf = (keys: string) =>
  keys.split('\n').map((line) => /[:,]KEYFORMAT="([^"]*)"/.exec(line)?.[1] ?? 'identity');

/** EXT-X-KEY lines where keys change; a KEY applies until another one of its KEYFORMAT, or NONE (RFC 8216 4.3.2.4). */
function keyText(keys: string, before: string): string {
  if (keys === before) return '';
  if (keys === '') return NO_KEYS;
  const kept = formatsOf(keys);
  const drops = before !== '' && formatsOf(before).some((format) => !kept.includes(format));
  return `${drops ? NO_KEYS : ''}${keys}\n`;
}

/** A segment with its tags, as it stands behind the one before it. */
interface Block {
  readonly text: string;
  readonly segment: LinearSegment;
  /** Epoch microseconds. */
  readonly endUs: number;
}

/** @param before the segment before it in the list; undefined at the list's head */
function blockOf(placed: PlacedSegment, before: LinearSegment | undefined): Block {
  const { segment, discontinuity, startUs, endUs } = placed;
  let text = discontinuity ? '#EXT-X-DISCONTINUITY\n' : '';
  text += `#EXT-X-PROGRAM-DATE-TIME:${dateText(startUs)}\n`;
  text += breakLines(placed, before === undefined);
  text += keyText(segment.keys, before?.keys ?? '');
  if (segment.map !== '' && (discontinuity || segment.map !== before?.map))
    text += `${segment.map}\n`;
  return { text: text + segment.text, segment, endUs };
}

/** Blocks that are kept of one track: successive lists differ by one segment. */
const MAX_BLOCKS = 256;
const written = new WeakMap<CycleTrack, Map<number, Block>>();

/** The block of a segment behind the one before it in the same generation. */
function innerBlock(track: CycleTrack, index: number): Block {
  const blocks = written.get(track) ?? new Map<number, Block>();
  written.set(track, blocks);
  const known = blocks.get(index);
  if (known !== undefined) return known;
  const block = blockOf(track.placed(index), track.placed(index - 1).segment);
  blocks.set(index, block);
  for (const oldest of blocks.keys()) {
    if (blocks.size <= MAX_BLOCKS) break;
    blocks.delete(oldest);
  }
  return block;
}

interface ListHead {
  readonly number: number;
  /** Discontinuities before its first segment. */
  readonly discontinuities: number;
}

class ListWriter {
  first: ListHead | undefined;
  text = '';
  #before: LinearSegment | undefined;

  /**
   * Adds the segments of a track that begin from `headUs` on and have ended by `nowUs`.
   * @returns true when all segments of the generation have ended: the next generation may be listed, too
   */
  addAll(track: CycleTrack, headUs: number, nowUs: number): boolean {
    const { first, until } = track.range(headUs);
    for (let index = first; index < until; index++) {
      const isInner = this.#before !== undefined && index > track.from;
      const block = isInner ? innerBlock(track, index) : blockOf(track.placed(index), this.#before);
      if (block.endUs > nowUs) return false;
      this.first ??= {
        number: track.numberOf(index),
        discontinuities: track.discontinuitiesBefore(index),
      };
      this.text += block.text;
      this.#before = block.segment;
    }
    return true;
  }
}

/** Tracks of a generation of an HLS channel; built once, read for each playlist. */
export interface HlsGeneration {
  /** By rendition. */
  readonly tracks: ReadonlyMap<string, CycleTrack>;
  readonly independentSegments: boolean;
}

export interface LinearPlaylist {
  readonly text: string;
  /** False until the first segment has ended. */
  readonly hasSegments: boolean;
}

export function linearWindowUs(targetDuration: number): number {
  const { windowMs, windowTargetDurations } = LINEAR_LIMITS;
  return Math.max(windowMs * US_PER_MS, windowTargetDurations * targetDuration * US_PER_SECOND);
}

/**
 * A media playlist of a linear channel.
 * @param generations oldest first
 * @param nowMs epoch ms
 * @returns the text and whether it lists a segment
 * @see RFC 8216 §4.3.3, §6.2.2; rules H1, H2, H12
 */
export function writeLinearPlaylist(
  generations: readonly Generation<HlsGeneration>[],
  renditionId: string,
  nowMs: number,
): LinearPlaylist {
  const nowUs = nowMs * US_PER_MS;
  const newest = generations.findLast(({ takeover }) => takeover.fromUs <= nowUs);
  if (newest === undefined) return { text: '', hasSegments: false };
  const { targetDuration } = newest.takeover;
  const endUs = generations.at(-1) === newest ? endUsOf(newest) : Number.POSITIVE_INFINITY;
  const headUs = Math.min(nowUs, endUs) - linearWindowUs(targetDuration);
  // Audio may end a little later than the video whose end is the programme's.
  const isOver = nowUs >= endUs;
  const writer = new ListWriter();
  for (const generation of generations) {
    const track = generation.content.tracks.get(renditionId);
    if (track === undefined || generation.untilUs <= headUs) continue;
    if (!writer.addAll(track, headUs, isOver ? Number.POSITIVE_INFINITY : nowUs)) break;
  }
  const { first } = writer;
  if (first === undefined) return { text: '', hasSegments: false };
  const independent = newest.content.independentSegments ? '#EXT-X-INDEPENDENT-SEGMENTS\n' : '';
  const header = `#EXTM3U\n#EXT-X-VERSION:7\n${independent}#EXT-X-TARGETDURATION:${targetDuration}\n#EXT-X-MEDIA-SEQUENCE:${first.number}\n#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuities}\n`;
  const end = isOver ? '#EXT-X-ENDLIST\n' : '';
  return { text: header + writer.text + end, hasSegments: true };
}

/** Tags that apply to one asset alone, or that name addresses other than its playlists. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'EXT-X-CONTENT-STEERING',
  'EXT-X-SESSION-DATA',
  'EXT-X-SESSION-KEY',
  'EXT-X-START',
]);

/**
 * The multivariant playlist: that of the first item with the playlists of the channel.
 * @see RFC 8216 §4.3.4
 */
export function writeLinearMultivariant(
  { multivariant, baseUrl }: HlsItem,
  renditions: readonly SourceRendition[],
): string {
  return stitchMultivariant({
    playlist: multivariant,
    baseUrl,
    renditions,
    childUri: ({ renditionId }) => `${renditionId}.m3u8`,
    suppressed: LEFT_OUT,
  });
}
