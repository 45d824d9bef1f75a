// The media playlists that a multivariant playlist lists, each once, with a readable name.
import { parseMultivariantPlaylist } from '@interlude/hls';
import { definedVariables, withVariables } from './defined-variables.ts';
import { WATCH_LIMITS } from './watch-limits.ts';

export interface ListedRendition {
  /** Unique in its playlist: `video 1280x720 3200 kbit/s`, `audio en English`. */
  readonly name: string;
  readonly url: string;
}

type Named = { readonly name: string; readonly uri: string | undefined };

function named(...parts: readonly (string | undefined)[]): string {
  const name = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return name.slice(0, WATCH_LIMITS.maxNameLength);
}

interface Stream {
  readonly bandwidth: number;
  readonly resolution?: { readonly width: number; readonly height: number } | undefined;
}

function sizeOf({ resolution, bandwidth }: Stream): string {
  const size = resolution === undefined ? '' : `${resolution.width}x${resolution.height} `;
  return `${size}${Math.round(bandwidth / 1000)} kbit/s`;
}

function allOf(text: string): Named[] {
  const { playlist } = parseMultivariantPlaylist(text);
  return [
    ...playlist.variants.map((variant) => ({
      name: named(variant.resolution === undefined ? 'variant' : 'video', sizeOf(variant)),
      uri: variant.uri,
    })),
    ...playlist.renditions.map(({ type, language, name, uri }) => ({
      name: named(type.toLowerCase(), language, name),
      uri,
    })),
    ...playlist.iFrameVariants.map((variant) => ({
      name: named('I-frames', sizeOf(variant)),
      uri: variant.uri,
    })),
  ];
}

function unique(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; taken.has(name); count += 1) {
    const other = `${name} (${count})`;
    if (!taken.has(other)) return other;
  }
  return name;
}

/**
 * @param url of the multivariant playlist, after redirects
 * @returns the playlists to read, variants first, at most `maxRenditions`; `count` is the number of different playlists
 * that are listed
 * @throws HlsLimitError when the text is larger than the parser reads
 */
export function listedRenditions(
  text: string,
  url: string,
): { readonly renditions: readonly ListedRendition[]; readonly count: number } {
  const variables = definedVariables(text, url);
  const urls = new Set<string>();
  const names = new Set<string>();
  const renditions: ListedRendition[] = [];
  for (const { name, uri } of allOf(text)) {
    if (uri === undefined || uri === '') continue;
    const address = URL.parse(withVariables(uri, variables), url);
    if (address === null || urls.has(address.href)) continue;
    urls.add(address.href);
    if (renditions.length >= WATCH_LIMITS.maxRenditions) continue;
    const own = unique(name, names);
    names.add(own);
    renditions.push({ name: own, url: address.href });
  }
  return { renditions, count: urls.size };
}
