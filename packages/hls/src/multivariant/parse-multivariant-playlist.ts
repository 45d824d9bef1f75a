import { type AttributeList, parseAttributeList } from '../attribute-list.ts';
import { trimBlanks } from '../blanks.ts';
import { byteOrderMarkLength } from '../byte-order-mark.ts';
import { HLS_LIMITS, HlsLimitError } from '../limits.ts';
import { readNumber } from '../media/playlist-state.ts';
import { type Warning, WarningLog } from '../warning.ts';
import type {
  IFrameVariant,
  Line,
  MultivariantPlaylist,
  Rendition,
  RenditionType,
  Resolution,
  Variant,
} from './multivariant-playlist.ts';

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < text.length) {
    if (lines.length >= HLS_LIMITS.maxLines)
      throw new HlsLimitError('maxLines', HLS_LIMITS.maxLines);
    const lineFeed = text.indexOf('\n', at);
    const next = lineFeed < 0 ? text.length : lineFeed + 1;
    let end = lineFeed < 0 ? text.length : lineFeed;
    if (end > at && text.charCodeAt(end - 1) === 13) end--;
    lines.push({ text: text.slice(at, end), end: text.slice(end, next) });
    at = next;
  }
  return lines;
}

function optionalNumber(attributes: AttributeList, name: string): number | undefined {
  const number = Number.parseFloat(attributes.get(name) ?? '');
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function readResolution(attributes: AttributeList): Resolution | undefined {
  const match = /^(\d{1,6})[xX](\d{1,6})$/.exec(attributes.get('RESOLUTION') ?? '');
  return match === null ? undefined : { width: Number(match[1]), height: Number(match[2]) };
}

function readCodecs(attributes: AttributeList): string[] {
  return (attributes.get('CODECS') ?? '')
    .split(',')
    .map((codec) => codec.trim())
    .filter((codec) => codec !== '');
}

const RENDITION_TYPES: ReadonlySet<string> = new Set([
  'AUDIO',
  'VIDEO',
  'SUBTITLES',
  'CLOSED-CAPTIONS',
]);

function isRenditionType(value: string): value is RenditionType {
  return RENDITION_TYPES.has(value);
}

class MultivariantReader {
  readonly warnings = new WarningLog();
  readonly #lines: readonly Line[];
  readonly #variants: Variant[] = [];
  readonly #renditions: Rendition[] = [];
  readonly #iFrameVariants: IFrameVariant[] = [];
  #version = 1;
  #independentSegments = false;
  /** The STREAM-INF that still waits for its URI line. */
  #open: { attributes: AttributeList; lineIndex: number } | undefined;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  read(): MultivariantPlaylist {
    this.#lines.forEach((line, index) => {
      const text = trimBlanks(line.text.slice(index === 0 ? byteOrderMarkLength(line.text) : 0));
      if (text === '') return;
      if (text.startsWith('#EXT')) this.#readTag(text, index);
      else if (!text.startsWith('#')) this.#readUri(text, index);
    });
    this.#closeVariant('', -1);
    return {
      lines: this.#lines,
      variants: this.#variants,
      renditions: this.#renditions,
      iFrameVariants: this.#iFrameVariants,
      version: this.#version,
      independentSegments: this.#independentSegments,
    };
  }

  #readTag(text: string, index: number): void {
    const colon = text.indexOf(':');
    const name = text.slice(1, colon < 0 ? text.length : colon);
    const value = colon < 0 ? '' : text.slice(colon + 1);
    switch (name) {
      case 'EXT-X-STREAM-INF':
        this.#closeVariant('', -1);
        this.#open = { attributes: parseAttributeList(value), lineIndex: index };
        break;
      case 'EXT-X-MEDIA':
        this.#readRendition(parseAttributeList(value), index);
        break;
      case 'EXT-X-I-FRAME-STREAM-INF':
        this.#readIFrameVariant(parseAttributeList(value), index);
        break;
      case 'EXT-X-VERSION':
        this.#version = Math.trunc(readNumber(name, value, index + 1, this.warnings));
        break;
      case 'EXT-X-INDEPENDENT-SEGMENTS':
        this.#independentSegments = true;
        break;
    }
  }

  #bandwidth(attributes: AttributeList, index: number): number {
    return readNumber('BANDWIDTH', attributes.get('BANDWIDTH') ?? '', index + 1, this.warnings);
  }

  #readUri(uri: string, index: number): void {
    if (this.#open === undefined) this.warnings.add('TAG_OUT_OF_PLACE', index + 1, uri);
    this.#closeVariant(uri, index);
  }

  #closeVariant(uri: string, uriLineIndex: number): void {
    if (this.#open === undefined) return;
    const { attributes, lineIndex } = this.#open;
    this.#open = undefined;
    if (uriLineIndex < 0) this.warnings.add('URI_MISSING', lineIndex + 1, 'EXT-X-STREAM-INF');
    this.#variants.push({
      uri,
      bandwidth: this.#bandwidth(attributes, lineIndex),
      averageBandwidth: optionalNumber(attributes, 'AVERAGE-BANDWIDTH'),
      codecs: readCodecs(attributes),
      resolution: readResolution(attributes),
      frameRate: optionalNumber(attributes, 'FRAME-RATE'),
      audio: attributes.get('AUDIO'),
      video: attributes.get('VIDEO'),
      subtitles: attributes.get('SUBTITLES'),
      closedCaptions: attributes.get('CLOSED-CAPTIONS'),
      lineIndex,
      uriLineIndex,
      attributes,
    });
  }

  #readRendition(attributes: AttributeList, lineIndex: number): void {
    const type = attributes.get('TYPE') ?? '';
    if (!isRenditionType(type)) {
      this.warnings.add('TAG_OUT_OF_PLACE', lineIndex + 1, `EXT-X-MEDIA TYPE=${type}`);
      return;
    }
    this.#renditions.push({
      type,
      groupId: attributes.get('GROUP-ID') ?? '',
      name: attributes.get('NAME') ?? '',
      language: attributes.get('LANGUAGE'),
      default: attributes.get('DEFAULT') === 'YES',
      autoselect: attributes.get('AUTOSELECT') === 'YES' || attributes.get('DEFAULT') === 'YES',
      uri: attributes.get('URI'),
      channels: attributes.get('CHANNELS'),
      lineIndex,
      attributes,
    });
  }

  #readIFrameVariant(attributes: AttributeList, lineIndex: number): void {
    const uri = attributes.get('URI');
    if (uri === undefined)
      this.warnings.add('URI_MISSING', lineIndex + 1, 'EXT-X-I-FRAME-STREAM-INF');
    this.#iFrameVariants.push({
      uri: uri ?? '',
      bandwidth: this.#bandwidth(attributes, lineIndex),
      codecs: readCodecs(attributes),
      resolution: readResolution(attributes),
      lineIndex,
      attributes,
    });
  }
}

/**
 * Reads a multivariant playlist. Never fails on bad content: malformed lines become warnings.
 * @param text the body decoded as latin1
 * @throws HlsLimitError when the text is larger than `HLS_LIMITS`
 * @see RFC 8216 §4.3.4; RFC 8216bis §4.4.6
 */
export function parseMultivariantPlaylist(text: string): {
  playlist: MultivariantPlaylist;
  warnings: readonly Warning[];
} {
  if (text.length > HLS_LIMITS.maxLength)
    throw new HlsLimitError('maxLength', HLS_LIMITS.maxLength);
  const reader = new MultivariantReader(splitLines(text));
  const playlist = reader.read();
  return { playlist, warnings: reader.warnings.entries };
}
