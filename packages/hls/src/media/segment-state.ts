import { type AttributeList, parseAttributeList } from '../attribute-list.ts';
import { HLS_LIMITS } from '../limits.ts';
import type { WarningLog } from '../warning.ts';
import type { ByteRange, KeyTag, MapTag } from './media-playlist.ts';

const NO_KEYS: readonly KeyTag[] = [];

/** `<length>[@<offset>]`; undefined when it is none. */
function parseByteRange(value: string): { length: number; offset: number | undefined } | undefined {
  const match = /^(\d{1,16})(?:@(\d{1,16}))?/.exec(value.trim());
  if (match === null) return undefined;
  return {
    length: Number(match[1]),
    offset: match[2] === undefined ? undefined : Number(match[2]),
  };
}

/**
 * State that one segment passes on to the next ones: keys and map in force (RFC 8216 4.3.2.4-5) and the end of the last
 * byte range of a resource (4.3.2.2).
 */
export class SegmentState {
  keys: readonly KeyTag[] = NO_KEYS;
  map: MapTag | undefined;
  /** Of the segment being read. */
  #fresh: readonly KeyTag[] = NO_KEYS;
  #rangeUri = '';
  #rangeEnd = -1;
  readonly #warnings: WarningLog;

  constructor(warnings: WarningLog) {
    this.#warnings = warnings;
  }

  /** The segment before was a sub-range that the next one may continue. */
  get inByteRange(): boolean {
    return this.#rangeEnd >= 0;
  }

  /** Call it when a segment is complete: the next KEY tag begins a new group. */
  endSegment(): void {
    this.#fresh = NO_KEYS;
  }

  applyKey(text: string, value: string, line: number): void {
    const attributes = parseAttributeList(value);
    const method = attributes.get('METHOD') ?? '';
    if (method === 'NONE') {
      this.keys = NO_KEYS;
      this.#fresh = NO_KEYS;
      return;
    }
    const keyFormat = attributes.get('KEYFORMAT') ?? 'identity';
    const key: KeyTag = {
      method,
      uri: attributes.get('URI'),
      iv: attributes.get('IV'),
      keyFormat,
      attributes,
      text,
      line,
    };
    // A KEY replaces the one of its KEYFORMAT; two of one format on one segment both hold, because packagers print
    // one tag per key id. A whole resource (AES-128) has one key: the first of two is that of a map between them.
    const holds = (known: KeyTag) =>
      known.keyFormat !== keyFormat || (this.#fresh.includes(known) && method !== 'AES-128');
    const kept = this.keys.filter((known) => known.text !== text && holds(known));
    if (kept.length >= HLS_LIMITS.maxKeysInForce) {
      this.#warnings.add('KEYS_TOO_MANY', line, keyFormat);
      return;
    }
    this.keys = [...kept, key];
    this.#fresh = [...this.#fresh.filter((known) => kept.includes(known)), key];
  }

  applyMap(text: string, value: string, line: number): void {
    const attributes: AttributeList = parseAttributeList(value);
    const uri = attributes.get('URI');
    if (uri === undefined) this.#warnings.add('URI_MISSING', line, 'EXT-X-MAP');
    const range = parseByteRange(attributes.get('BYTERANGE') ?? '');
    this.map = {
      uri: uri ?? '',
      byteRange: range && { length: range.length, offset: range.offset ?? 0 },
      keys: this.keys,
      text,
      line,
    };
  }

  /** Resolves the segment's EXT-X-BYTERANGE; without one the run of sub-ranges ends. */
  resolveByteRange(value: string | undefined, uri: string, line: number): ByteRange | undefined {
    if (value === undefined) {
      this.#rangeEnd = -1;
      return undefined;
    }
    const range = parseByteRange(value);
    if (range === undefined) {
      this.#warnings.add('NUMBER_INVALID', line, `EXT-X-BYTERANGE:${value}`);
      this.#rangeEnd = -1;
      return undefined;
    }
    const continues = this.#rangeEnd >= 0 && this.#rangeUri === uri;
    if (range.offset === undefined && !continues)
      this.#warnings.add('BYTERANGE_WITHOUT_START', line, value);
    const offset = range.offset ?? (continues ? this.#rangeEnd : 0);
    this.#rangeUri = uri;
    this.#rangeEnd = offset + range.length;
    return { length: range.length, offset };
  }
}
