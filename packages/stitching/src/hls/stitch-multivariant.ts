import { type MultivariantPlaylist, replaceAttribute } from '@interlude/hls';
import { uriResolver } from '../source/resolve-uri.ts';
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

class MultivariantStitcher {
  readonly #input: StitchMultivariantInput;
  readonly #resolve: (uri: string) => string;
  readonly #byUrl: ReadonlyMap<string, SourceRendition>;
  readonly #replaced = new Map<number, string | undefined>();

  constructor(input: StitchMultivariantInput) {
    this.#input = input;
    this.#resolve = uriResolver(input.baseUrl);
    this.#byUrl = new Map(input.renditions.map((rendition) => [rendition.url, rendition]));
  }

  write(): string {
    this.#replaceVariants();
    this.#replaceRenditions();
    for (const variant of this.#input.playlist.iFrameVariants)
      this.#replaced.set(variant.lineIndex, undefined);
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
      const child = variant.uriLineIndex < 0 ? undefined : this.#child(variant.uri);
      const line = this.#lineText(variant.lineIndex);
      this.#replaced.set(
        variant.lineIndex,
        child === undefined ? undefined : withoutAttribute(line, 'SUBTITLES'),
      );
      if (variant.uriLineIndex >= 0) this.#replaced.set(variant.uriLineIndex, child);
    }
  }

  /**
   * Subtitles are left out like I-frame variants: they need a segment for every ad (H23), and a
   * rendition without the break's discontinuities would misalign all others. Closed captions are in
   * the video and stay (H26).
   */
  #replaceRenditions(): void {
    for (const rendition of this.#input.playlist.renditions) {
      const line = this.#lineText(rendition.lineIndex);
      if (rendition.type === 'SUBTITLES') this.#replaced.set(rendition.lineIndex, undefined);
      if (rendition.type === 'SUBTITLES' || rendition.uri === undefined) continue;
      const child = this.#child(rendition.uri);
      this.#replaced.set(
        rendition.lineIndex,
        child === undefined ? undefined : replaceAttribute(line, 'URI', `"${child}"`),
      );
    }
  }

  #other(line: string): string | undefined {
    if (!line.trimStart().startsWith('#EXT')) return line;
    const name = tagName(line);
    if (this.#input.suppressed?.has(name)) return undefined;
    const attribute = URI_ATTRIBUTES[name];
    const uri = attribute && new RegExp(`[:,]\\s*${attribute}="([^"]*)"`).exec(line)?.[1];
    if (attribute === undefined || uri === undefined) return line;
    return replaceAttribute(line, attribute, `"${this.#resolve(uri)}"`);
  }
}

/** The multivariant playlist of a session: every line as in the source but the addresses of the children. */
export function stitchMultivariant(input: StitchMultivariantInput): string {
  return new MultivariantStitcher(input).write();
}
