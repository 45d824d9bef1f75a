// A delta update names how many segments it skips (rfc8216bis 4.4.5.2); with the preceding playlist it gives the full
// one. Lines that both have are copied verbatim from the texts.
import { parseAttributeList } from '../attribute-list.ts';
import { formatDateTime } from '../date-time.ts';
import type { MediaPlaylist, Segment, Tag } from '../media/media-playlist.ts';
import { parseMediaPlaylist } from '../media/parse-media-playlist.ts';
import { taggedSegments } from '../media/tagged-segments.ts';
import { writeMediaPlaylist } from '../media/write-media-playlist.ts';

const SKIP_LINE = /^[ \t]*#EXT-X-SKIP:[^\n]*(?:\n|$)/gm;
const DATERANGE = 'EXT-X-DATERANGE';
const DATERANGE_LINE = /^[ \t]*#EXT-X-DATERANGE:([^\n]*)(?:\n|$)/gm;
/** Segment tags that a source may print in the header: they apply to the first segment, not to the playlist. */
const SEGMENT_TAGS: ReadonlySet<string> = new Set([
  'EXT-X-DISCONTINUITY',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-BYTERANGE',
  'EXT-X-BITRATE',
  'EXT-X-GAP',
  'EXT-X-KEY',
  'EXT-X-MAP',
]);

const NO_ENDS = { header: '', trailer: '' };

const idOf = (value: string) => parseAttributeList(value).get('ID') ?? '';

function allTags(
  playlist: Pick<MediaPlaylist, 'headerTags' | 'segments' | 'trailerTags'>,
  name: string,
): Tag[] {
  const { headerTags, segments, trailerTags } = playlist;
  const ofSegments = taggedSegments(playlist, new Set([name])).flatMap(
    (index) => segments[index]?.tags ?? [],
  );
  return [...headerTags, ...ofSegments, ...trailerTags].filter((tag) => tag.name === name);
}

function linesOf(tags: readonly Tag[], end: string): string {
  return tags.map(({ name, value }) => `#${name}${value === '' ? '' : ':'}${value}${end}`).join('');
}

/**
 * Tags of dropped segments that still apply to the first kept one (keys, map): printed again before it, as the segment
 * whose lines had them is no longer in the list.
 */
function inForce(previous: MediaPlaylist, first: Segment, end: string): string {
  if (first === previous.segments[0])
    return linesOf(
      previous.headerTags.filter(({ name }) => SEGMENT_TAGS.has(name)),
      end,
    );
  const keys = first.keysChanged ? [] : first.keys.map(({ text }) => text);
  const map = first.mapChanged || first.map === undefined ? [] : [first.map.text];
  return [...keys, ...map].map((text) => text + end).join('');
}

/** To the microsecond: the date of a list that is merged upon again and again would drift by whole ones. */
function exactDateTime(epochMs: number): string {
  const whole = Math.floor(epochMs);
  const micros = Math.min(999, Math.round((epochMs - whole) * 1000));
  const text = formatDateTime(whole);
  return micros === 0 ? text : text.replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

/** The date that follows from segments before it, which have left. */
function dateInForce({ segments }: MediaPlaylist, index: number, end: string): string {
  const first = segments[index];
  if (first === undefined || first.discontinuity || first.programDateTimeMs !== undefined)
    return '';
  let afterMs = 0;
  for (let at = index - 1; at >= 0; at--) {
    const before = segments[at];
    afterMs += (before?.durationSeconds ?? 0) * 1000;
    if (before?.programDateTimeMs !== undefined)
      return `#EXT-X-PROGRAM-DATE-TIME:${exactDateTime(before.programDateTimeMs + afterMs)}${end}`;
    // A date does not apply across a discontinuity (6.3.3).
    if (before?.discontinuity) return '';
  }
  return '';
}

/**
 * The segment with an explicit offset in its BYTERANGE: the preceding segment, from whose end it continued, is no
 * longer listed (4.4.4.2).
 */
function withOwnRange({ text, byteRange }: Segment): string {
  if (byteRange === undefined) return text;
  return text.replace(
    /^([ \t]*#EXT-X-BYTERANGE:)\s*\d+(?:@\d+)?/m,
    `$1${byteRange.length}@${byteRange.offset}`,
  );
}

/** Date ranges of the playlist before that go on although their lines have left with a segment. */
function carriedRanges(
  previous: MediaPlaylist,
  kept: readonly Segment[],
  gone: ReadonlySet<string>,
  end: string,
): string {
  const here = allTags({ headerTags: [], segments: kept, trailerTags: [] }, DATERANGE);
  const ids = new Set(here.map(({ value }) => idOf(value)));
  const older = allTags(previous, DATERANGE).filter(({ value }) => {
    const id = idOf(value);
    return !ids.has(id) && !gone.has(id);
  });
  return linesOf(older, end);
}

/** Texts of the skipped segments, without DATERANGE lines whose ids the update removes or repeats. */
function keptTexts(
  kept: readonly Segment[],
  opening: string,
  gone: ReadonlySet<string>,
): readonly string[] {
  const edited = new Map<number, string>(kept.length === 0 ? [] : [[0, opening]]);
  for (const index of taggedSegments({ segments: kept }, new Set([DATERANGE]))) {
    const text = edited.get(index) ?? kept[index]?.text ?? '';
    const without = text.replace(DATERANGE_LINE, (line, value: string) =>
      gone.has(idOf(value)) ? '' : line,
    );
    if (without !== text) edited.set(index, without);
  }
  const texts: string[] = [];
  let written = 0;
  for (const [index, text] of edited) {
    texts.push(writeMediaPlaylist({ ...NO_ENDS, segments: kept.slice(written, index) }), text);
    written = index + 1;
  }
  texts.push(writeMediaPlaylist({ ...NO_ENDS, segments: kept.slice(written) }));
  return texts;
}

/** Whole lines behind one another: the last line of a text may have no end. */
function joined(texts: readonly string[], end: string): string {
  return texts
    .filter((text) => text !== '')
    .map((text, index, all) =>
      index === all.length - 1 || text.endsWith('\n') ? text : text + end,
    )
    .join('');
}

/**
 * Merges a delta update with the preceding playlist.
 * @param previous the preceding playlist, full or merged
 * @returns the full playlist; `delta` itself when it skips nothing; undefined when `previous` lacks a skipped segment
 *   or the update is malformed: the client then has to fetch the full playlist (rfc8216bis 6.3.7)
 * @throws HlsLimitError when the result is larger than `HLS_LIMITS`
 * @see RFC 8216bis §6.2.5.1, §6.3.7
 */
export function mergeDelta(
  previous: MediaPlaylist,
  delta: MediaPlaylist,
): MediaPlaylist | undefined {
  const skip = allTags(delta, 'EXT-X-SKIP').at(0);
  if (skip === undefined) return delta;
  const [oldest] = previous.segments;
  const from = delta.mediaSequence - (oldest?.msn ?? 0);
  const to = from + delta.skippedSegments;
  const kept = previous.segments.slice(Math.max(0, from), Math.max(0, to));
  const [first] = kept;
  if (from < 0 || kept.length < delta.skippedSegments) return undefined;
  const end = delta.header.includes('\r\n') ? '\r\n' : '\n';
  const removed = parseAttributeList(skip.value).get('RECENTLY-REMOVED-DATERANGES');
  const gone = new Set([
    ...(removed?.split('\t') ?? []),
    ...allTags(delta, DATERANGE).map(({ value }) => idOf(value)),
  ]);
  const opening =
    first === undefined
      ? ''
      : inForce(previous, first, end) + dateInForce(previous, from, end) + withOwnRange(first);
  const texts = [
    delta.header.replace(SKIP_LINE, ''),
    // Without the attribute the update lists every date range itself.
    removed === undefined ? '' : carriedRanges(previous, kept, gone, end),
    ...keptTexts(kept, opening, gone),
    writeMediaPlaylist({ header: '', segments: delta.segments, trailer: delta.trailer }),
  ];
  const merged = parseMediaPlaylist(joined(texts, end)).playlist;
  // An update with misplaced tags parses to other segments than it lists: refused.
  const isWhole =
    merged.skippedSegments === 0 &&
    merged.segments.length === kept.length + delta.segments.length &&
    (merged.segments[0]?.msn ?? delta.mediaSequence) === delta.mediaSequence;
  return isWhole ? merged : undefined;
}
