import {
  type MultivariantPlaylist,
  type Rendition,
  replaceAttribute,
  type Variant,
} from '@interlude/hls';
import { uriResolver } from '../source/resolve-uri.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import type { SourceRendition } from '../source/source-renditions.ts';
import type { SuppressedTags } from './content-block.ts';

export interface StitchMultivariantInput {
  readonly playlist: MultivariantPlaylist;
  /** Address of the source's multivariant playlist after redirects. */
  readonly baseUrl: string;
  /** As listed by `sourceRenditions` of the same playlist. */
  readonly renditions: readonly SourceRendition[];
  /** Address of a rendition's output, absolute or relative to this output. */
  readonly childUri: (rendition: SourceRendition) => string;
  /** `hlsSuppressTags` as full tag names. */
  readonly suppressed?: SuppressedTags | undefined;
  /** Rewrites addresses of session keys like those of keys in media playlists. */
  readonly contentLocation?: LocationRewriter | undefined;
  /** `includeMediaTracks.closedCaptions`; default true (H26). */
  readonly closedCaptions?: boolean | undefined;
  /** `overwriteGroupId`: the name of the audio group; further groups get `-2`, `-3` … behind it. */
  readonly audioGroupId?: string | undefined;
  /** `compatibilityHlsMedia`: one audio group, with the variants that play it. */
  readonly oneAudioGroup?: boolean | undefined;
}

/** Attributes of other tags that hold an address. */
const URI_ATTRIBUTES: Readonly<Record<string, string>> = {
  'EXT-X-SESSION-KEY': 'URI',
  'EXT-X-SESSION-DATA': 'URI',
  'EXT-X-CONTENT-STEERING': 'SERVER-URI',
};

function tagName(line: string): string {
  const text = line.trimStart();
  const colon = text.indexOf(':');
  return text.slice(1, colon < 0 ? text.trimEnd().length : colon);
}

function withoutAttribute(line: string, name: string): string {
  return line
    .replace(new RegExp(`(?<=[:,])\\s*${name}=(?:"[^"]*"|[^,]*)(?:,|$)`), '')
    .replace(/,$/, '');
}

/** Names of the output's audio groups by those of the source. */
function audioGroups({ playlist, audioGroupId }: StitchMultivariantInput): Map<string, string> {
  const groups = new Set<string>();
  for (const { audio } of playlist.variants) if (audio !== undefined) groups.add(audio);
  for (const { type, groupId } of playlist.renditions) if (type === 'AUDIO') groups.add(groupId);
  return new Map(
    [...groups].map((group, index) => {
      const number = index === 0 ? '' : `-${index + 1}`;
      return [group, audioGroupId ? `${audioGroupId}${number}` : group];
    }),
  );
}

class MultivariantStitcher {
  readonly #input: StitchMultivariantInput;
  readonly #resolve: (uri: string) => string;
  readonly #byUrl: ReadonlyMap<string, SourceRendition>;
  readonly #replaced = new Map<number, string | undefined>();
  readonly #audioGroups: ReadonlyMap<string, string>;

  constructor(input: StitchMultivariantInput) {
    this.#input = input;
    this.#audioGroups = audioGroups(input);
    this.#resolve = uriResolver(input.baseUrl);
    this.#byUrl = new Map(input.renditions.map((rendition) => [rendition.url, rendition]));
  }

  write(): string {
    this.#replaceVariants();
    this.#replaceRenditions();
    this.#replaceIFrameVariants();
    return this.#input.playlist.lines
      .map((line, index) => {
        const text = this.#replaced.has(index) ? this.#replaced.get(index) : this.#other(line.text);
        return text === undefined ? '' : text + line.end;
      })
      .join('');
  }

  #child(uri: string): string | undefined {
    const rendition = this.#byUrl.get(this.#resolve(uri));
    return rendition && this.#input.childUri(rendition);
  }

  #lineText(index: number): string {
    return this.#input.playlist.lines[index]?.text ?? '';
  }

  #replaceVariants(): void {
    for (const variant of this.#input.playlist.variants) {
      const isLeftOut = variant.uriLineIndex < 0 || this.#isOtherGroup(variant.audio);
      const child = isLeftOut ? undefined : this.#child(variant.uri);
      this.#replaced.set(
        variant.lineIndex,
        child === undefined ? undefined : this.#variantLine(variant),
      );
      if (variant.uriLineIndex >= 0) this.#replaced.set(variant.uriLineIndex, child);
    }
  }

  /** `compatibilityHlsMedia` keeps the audio group of the first variant. */
  #isOtherGroup(group: string | undefined): boolean {
    const kept = this.#input.playlist.variants[0]?.audio;
    return this.#input.oneAudioGroup === true && group !== undefined && group !== kept;
  }

  #variantLine({ lineIndex, audio, subtitles, closedCaptions }: Variant): string {
    let line = this.#lineText(lineIndex);
    if (subtitles !== undefined && !this.#hasSubtitles(subtitles))
      line = withoutAttribute(line, 'SUBTITLES');
    if (closedCaptions !== undefined && this.#input.closedCaptions === false)
      line = replaceAttribute(line, 'CLOSED-CAPTIONS', 'NONE');
    return audio === undefined ? line : this.#withGroup(line, 'AUDIO', audio);
  }

  #withGroup(line: string, attribute: string, group: string): string {
    const name = this.#audioGroups.get(group) ?? group;
    return name === group ? line : replaceAttribute(line, attribute, `"${name}"`);
  }

  /** Whether the output has a track of the group. */
  #hasSubtitles(group: string): boolean {
    return this.#input.playlist.renditions.some(
      ({ type, groupId, uri }) =>
        type === 'SUBTITLES' && groupId === group && uri !== undefined && this.#child(uri),
    );
  }

  /** I-frame variants are listed when they are among the renditions: those whose ads have I-frames (H25). */
  #replaceIFrameVariants(): void {
    for (const variant of this.#input.playlist.iFrameVariants) {
      const child = this.#child(variant.uri);
      const line = this.#lineText(variant.lineIndex);
      const isSuppressed = this.#input.suppressed?.has('EXT-X-I-FRAME-STREAM-INF');
      this.#replaced.set(
        variant.lineIndex,
        child === undefined || isSuppressed
          ? undefined
          : replaceAttribute(line, 'URI', `"${child}"`),
      );
    }
  }

  /** Subtitles are listed when they are among the renditions; closed captions are in the video and stay (H26). */
  #replaceRenditions(): void {
    for (const rendition of this.#input.playlist.renditions)
      this.#replaced.set(rendition.lineIndex, this.#renditionLine(rendition));
  }

  #renditionLine({ type, groupId, uri, lineIndex }: Rendition): string | undefined {
    const line = this.#lineText(lineIndex);
    if (type === 'CLOSED-CAPTIONS') return this.#input.closedCaptions === false ? undefined : line;
    if (type === 'AUDIO' && this.#isOtherGroup(groupId)) return undefined;
    const named = type === 'AUDIO' ? this.#withGroup(line, 'GROUP-ID', groupId) : line;
    if (uri === undefined) return type === 'SUBTITLES' ? undefined : named;
    const child = this.#child(uri);
    return child === undefined ? undefined : replaceAttribute(named, 'URI', `"${child}"`);
  }

  #other(line: string): string | undefined {
    if (!line.trimStart().startsWith('#EXT')) return line;
    const name = tagName(line);
    if (this.#input.suppressed?.has(name)) return undefined;
    const attribute = URI_ATTRIBUTES[name];
    const uri = attribute && new RegExp(`[:,]\\s*${attribute}="([^"]*)"`).exec(line)?.[1];
    if (attribute === undefined || uri === undefined) return line;
    const absolute = this.#resolve(uri);
    const { contentLocation } = this.#input;
    const isKey = name === 'EXT-X-SESSION-KEY';
    const address = isKey && contentLocation ? contentLocation.rewrite(absolute) : absolute;
    return replaceAttribute(line, attribute, `"${address}"`);
  }
}

/**
 * The multivariant playlist of a session: every line as in the source but the addresses of the children.
 * @see RFC 8216 §4.3.4; rules H24, H25, H26
 */
export function stitchMultivariant(input: StitchMultivariantInput): string {
  return new MultivariantStitcher(input).write();
}
