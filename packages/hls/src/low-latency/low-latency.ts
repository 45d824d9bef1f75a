import { type AttributeList, parseAttributeList } from '../attribute-list.ts';
import type { ByteRange, MediaPlaylist, Tag } from '../media/media-playlist.ts';
import { taggedSegments } from '../media/tagged-segments.ts';

/** EXT-X-SERVER-CONTROL, rfc8216bis 4.4.3.8. All times in seconds. */
export interface ServerControl {
  readonly canSkipUntilSeconds?: number | undefined;
  readonly canSkipDateRanges: boolean;
  readonly holdBackSeconds?: number | undefined;
  readonly partHoldBackSeconds?: number | undefined;
  readonly canBlockReload: boolean;
}

/** EXT-X-PART, 4.4.4.9. */
export interface Part {
  /** Of the segment that it is a part of, complete or still to come. */
  readonly msn: number;
  /** Counted from 0 in its segment. */
  readonly index: number;
  readonly uri: string;
  /** Seconds; 0 when missing or no number. */
  readonly durationSeconds: number;
  readonly independent: boolean;
  readonly gap: boolean;
  readonly byteRange?: ByteRange | undefined;
  /** 1-based line of the source text. */
  readonly line: number;
}

/** EXT-X-PRELOAD-HINT, 4.4.5.3. */
export interface PreloadHint {
  readonly type: string;
  readonly uri: string;
  /** Bytes. */
  readonly start: number;
  /** Bytes; undefined: to the end of the resource. */
  readonly length?: number | undefined;
  readonly line: number;
}

/** EXT-X-RENDITION-REPORT, 4.4.5.4. */
export interface RenditionReport {
  readonly uri: string;
  readonly lastMsn?: number | undefined;
  readonly lastPart?: number | undefined;
  readonly line: number;
}

/**
 * Low-latency tags of a playlist, parsed (RFC 8216bis §4.4.3.8, §4.4.4.9, §4.4.5). Their lines stay in the playlist's
 * texts.
 */
export interface LowLatency {
  readonly serverControl?: ServerControl | undefined;
  /** In their order, those of segments still to come last. */
  readonly parts: readonly Part[];
  readonly preloadHints: readonly PreloadHint[];
  readonly renditionReports: readonly RenditionReport[];
}

/** Undefined when it is missing, negative or no number. */
function numberOf(attributes: AttributeList, name: string): number | undefined {
  const text = attributes.get(name);
  if (text === undefined || !/^\d{1,16}(?:\.\d*)?$/.test(text)) return undefined;
  const value = Number(text);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

const isYes = (attributes: AttributeList, name: string) => attributes.get(name) === 'YES';

function serverControlOf(attributes: AttributeList): ServerControl {
  return {
    canSkipUntilSeconds: numberOf(attributes, 'CAN-SKIP-UNTIL'),
    canSkipDateRanges: isYes(attributes, 'CAN-SKIP-DATERANGES'),
    holdBackSeconds: numberOf(attributes, 'HOLD-BACK'),
    partHoldBackSeconds: numberOf(attributes, 'PART-HOLD-BACK'),
    canBlockReload: isYes(attributes, 'CAN-BLOCK-RELOAD'),
  };
}

/** BYTERANGE of a part; without an offset it begins behind the preceding part of the same resource. */
function partRange(attributes: AttributeList, before: Part | undefined): ByteRange | undefined {
  const match = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(attributes.get('BYTERANGE') ?? '');
  if (match === null) return undefined;
  const goesOn = before?.byteRange !== undefined && before.uri === (attributes.get('URI') ?? '');
  const next = goesOn ? before.byteRange.offset + before.byteRange.length : 0;
  return { length: Number(match[1]), offset: match[2] === undefined ? next : Number(match[2]) };
}

class LowLatencyReader {
  readonly parts: Part[] = [];
  readonly preloadHints: PreloadHint[] = [];
  readonly renditionReports: RenditionReport[] = [];

  read(tags: readonly Tag[], msn: number): void {
    for (const { name, value, line } of tags) {
      if (name === 'EXT-X-PART') this.#readPart(parseAttributeList(value), msn, line);
      else if (name === 'EXT-X-PRELOAD-HINT') this.#readHint(parseAttributeList(value), line);
      else if (name === 'EXT-X-RENDITION-REPORT') this.#readReport(parseAttributeList(value), line);
    }
  }

  #readPart(attributes: AttributeList, msn: number, line: number): void {
    const before = this.parts.at(-1);
    this.parts.push({
      msn,
      index: before?.msn === msn ? before.index + 1 : 0,
      uri: attributes.get('URI') ?? '',
      durationSeconds: numberOf(attributes, 'DURATION') ?? 0,
      independent: isYes(attributes, 'INDEPENDENT'),
      gap: isYes(attributes, 'GAP'),
      byteRange: partRange(attributes, before),
      line,
    });
  }

  #readHint(attributes: AttributeList, line: number): void {
    this.preloadHints.push({
      type: attributes.get('TYPE') ?? '',
      uri: attributes.get('URI') ?? '',
      start: numberOf(attributes, 'BYTERANGE-START') ?? 0,
      length: numberOf(attributes, 'BYTERANGE-LENGTH'),
      line,
    });
  }

  #readReport(attributes: AttributeList, line: number): void {
    this.renditionReports.push({
      uri: attributes.get('URI') ?? '',
      lastMsn: numberOf(attributes, 'LAST-MSN'),
      lastPart: numberOf(attributes, 'LAST-PART'),
      line,
    });
  }
}

const TAGS: ReadonlySet<string> = new Set([
  'EXT-X-PART',
  'EXT-X-PRELOAD-HINT',
  'EXT-X-RENDITION-REPORT',
]);

/**
 * Reads parts, hints and reports with their values (rfc8216bis); empty lists for an ordinary playlist. Durations
 * are seconds.
 * @see RFC 8216bis §4.4.3.7, §4.4.3.8, §4.4.4.9, §4.4.5.3, §4.4.5.4
 */
export function readLowLatency(
  playlist: Pick<
    MediaPlaylist,
    | 'headerTags'
    | 'segments'
    | 'trailerTags'
    | 'serverControl'
    | 'mediaSequence'
    | 'skippedSegments'
  >,
): LowLatency {
  const { segments, serverControl, mediaSequence, skippedSegments } = playlist;
  const reader = new LowLatencyReader();
  const firstMsn = mediaSequence + skippedSegments;
  reader.read(playlist.headerTags, firstMsn);
  for (const index of taggedSegments(playlist, TAGS)) {
    const segment = segments[index];
    if (segment !== undefined) reader.read(segment.tags, segment.msn);
  }
  reader.read(playlist.trailerTags, firstMsn + segments.length);
  const { parts, preloadHints, renditionReports } = reader;
  return {
    serverControl: serverControl && serverControlOf(serverControl),
    parts,
    preloadHints,
    renditionReports,
  };
}
