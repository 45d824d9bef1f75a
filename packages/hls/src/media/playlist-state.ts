import { type AttributeList, parseAttributeList } from '../attribute-list.ts';
import type { WarningLog } from '../warning.ts';
import type { PlaylistType } from './media-playlist.ts';

/** Tags that apply to the whole playlist (RFC 8216 4.3.3, 8216bis 4.4.3) and may occur once. */
export const PLAYLIST_TAGS: ReadonlySet<string> = new Set([
  'EXTM3U',
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-I-FRAMES-ONLY',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-START',
  'EXT-X-DEFINE',
  'EXT-X-PART-INF',
  'EXT-X-SERVER-CONTROL',
  'EXT-X-SKIP',
  'EXT-X-ALLOW-CACHE',
  'EXT-X-IMAGES-ONLY',
]);

/** A number as sources print it; a negative, absurd or missing one gives 0 and a warning. */
export function readNumber(tag: string, value: string, line: number, warnings: WarningLog): number {
  const number = Number.parseFloat(value);
  if (number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
  warnings.add('NUMBER_INVALID', line, `${tag}:${value}`);
  return 0;
}

/** The header fields of a media playlist while it is being read. */
export class PlaylistState {
  version = 1;
  targetDuration = 0;
  mediaSequence = 0;
  discontinuitySequence = 0;
  hasDiscontinuitySequence = false;
  hasTargetDuration = false;
  playlistType: PlaylistType | undefined;
  endList = false;
  independentSegments = false;
  iFramesOnly = false;
  partTargetSeconds: number | undefined;
  serverControl: AttributeList | undefined;
  skippedSegments = 0;
  readonly #seen = new Set<string>();
  readonly #warnings: WarningLog;

  constructor(warnings: WarningLog) {
    this.#warnings = warnings;
  }

  /** Reads one playlist tag. The first of a repeated tag counts, as its place is before the segments. */
  apply(name: string, value: string, line: number): void {
    if (name !== 'EXT-X-DEFINE' && this.#seen.has(name)) {
      this.#warnings.add('TAG_REPEATED', line, name);
      return;
    }
    this.#seen.add(name);
    this.#read(name, value, line);
  }

  #integer(name: string, value: string, line: number): number {
    return Math.trunc(readNumber(name, value, line, this.#warnings));
  }

  #read(name: string, value: string, line: number): void {
    switch (name) {
      case 'EXT-X-VERSION':
        this.version = this.#integer(name, value, line);
        break;
      case 'EXT-X-TARGETDURATION':
        this.hasTargetDuration = true;
        this.targetDuration = readNumber(name, value, line, this.#warnings);
        break;
      case 'EXT-X-MEDIA-SEQUENCE':
        this.mediaSequence = this.#integer(name, value, line);
        break;
      case 'EXT-X-DISCONTINUITY-SEQUENCE':
        this.hasDiscontinuitySequence = true;
        this.discontinuitySequence = this.#integer(name, value, line);
        break;
      case 'EXT-X-PLAYLIST-TYPE':
        this.playlistType = value === 'VOD' || value === 'EVENT' ? value : undefined;
        break;
      case 'EXT-X-I-FRAMES-ONLY':
        this.iFramesOnly = true;
        break;
      case 'EXT-X-INDEPENDENT-SEGMENTS':
        this.independentSegments = true;
        break;
      case 'EXT-X-SERVER-CONTROL':
        this.serverControl = parseAttributeList(value);
        break;
      default:
        this.#readDelta(name, value, line);
    }
  }

  #readDelta(name: string, value: string, line: number): void {
    if (name === 'EXT-X-PART-INF') {
      const target = parseAttributeList(value).get('PART-TARGET') ?? '';
      this.partTargetSeconds = readNumber(name, target, line, this.#warnings);
    } else if (name === 'EXT-X-SKIP') {
      const skipped = parseAttributeList(value).get('SKIPPED-SEGMENTS') ?? '';
      this.skippedSegments = this.#integer(name, skipped, line);
    }
  }
}
