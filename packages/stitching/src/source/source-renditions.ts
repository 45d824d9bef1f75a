// The children of a multivariant playlist as one list with stable ids: the stitcher polls them, serves
// them, and matches creatives with them by these ids.
import type {
  IFrameVariant,
  MultivariantPlaylist,
  Rendition,
  RenditionType,
  Resolution,
  Variant,
} from '@interlude/hls';
import { uriResolver } from './resolve-uri.ts';

export interface SourceRendition {
  /**
   * `v0`, `v1`, … for variants, `a0`, … for audio, `o0`, … for alternative video, `s0`, … for subtitles,
   * `i0`, … for I-frames; safe in a URL path.
   */
  readonly renditionId: string;
  readonly kind: 'variant' | 'audio' | 'video' | 'subtitles' | 'iframes';
  /** Absolute address of its media playlist. */
  readonly url: string;
  readonly codecs: readonly string[];
  /** Bits per second; 0 when unknown (EXT-X-MEDIA names none). */
  readonly bandwidth: number;
  readonly resolution?: Resolution | undefined;
  readonly language?: string | undefined;
  readonly name?: string | undefined;
  readonly channels?: string | undefined;
  readonly default: boolean;
  /** Audio groups: the one it belongs to, or (of a variant) the one that it plays with. */
  readonly groupId?: string | undefined;
}

function ofVariant(variant: Variant, index: number, url: string): SourceRendition {
  return {
    renditionId: `v${index}`,
    kind: 'variant',
    url,
    codecs: variant.codecs,
    bandwidth: variant.bandwidth,
    resolution: variant.resolution,
    default: false,
    groupId: variant.audio,
  };
}

/** Codecs of a group are those of the variants that play it, as EXT-X-MEDIA names none. */
function groupCodecs(playlist: MultivariantPlaylist, rendition: Rendition): readonly string[] {
  const variant = playlist.variants.find(
    (candidate) =>
      (rendition.type === 'AUDIO' ? candidate.audio : candidate.video) === rendition.groupId,
  );
  return variant?.codecs ?? [];
}

const KINDS: Readonly<Partial<Record<RenditionType, 'audio' | 'video' | 'subtitles'>>> = {
  AUDIO: 'audio',
  VIDEO: 'video',
  SUBTITLES: 'subtitles',
};

const LETTERS = { audio: 'a', video: 'o', subtitles: 's' } as const;

/** Further tracks that are listed (`includeMediaTracks`). */
export interface FurtherTracks {
  readonly subtitles: boolean;
  /** Only where ads have I-frame playlists, too: without the break's discontinuities they break trick play (H25). */
  readonly iFrames: boolean;
}

const NO_FURTHER_TRACKS: FurtherTracks = { subtitles: false, iFrames: false };

function ofIFrames(variant: IFrameVariant, index: number, url: string): SourceRendition {
  return {
    renditionId: `i${index}`,
    kind: 'iframes',
    url,
    codecs: variant.codecs,
    bandwidth: variant.bandwidth,
    resolution: variant.resolution,
    default: false,
  };
}

function ofRendition(
  playlist: MultivariantPlaylist,
  rendition: Rendition,
  base: Pick<SourceRendition, 'renditionId' | 'kind' | 'url'>,
): SourceRendition {
  return {
    ...base,
    codecs: base.kind === 'subtitles' ? [] : groupCodecs(playlist, rendition),
    bandwidth: 0,
    language: rendition.language,
    name: rendition.name,
    channels: rendition.channels,
    default: rendition.default,
    groupId: rendition.groupId,
  };
}

/**
 * Lists the media playlists of a multivariant playlist, each address once, variants first: they come before the
 * tracks whose ads are made of theirs.
 * @param baseUrl address of the multivariant playlist after redirects
 * @see RFC 8216 §4.3.4
 */
export function sourceRenditions(
  playlist: MultivariantPlaylist,
  baseUrl: string,
  further: FurtherTracks = NO_FURTHER_TRACKS,
): readonly SourceRendition[] {
  const list = new RenditionList(playlist, uriResolver(baseUrl));
  list.addVariants();
  list.addRenditions(further.subtitles);
  if (further.iFrames) list.addIFrames();
  return [...list.found.values()];
}

class RenditionList {
  /** By address. */
  readonly found = new Map<string, SourceRendition>();
  readonly #playlist: MultivariantPlaylist;
  readonly #resolve: (uri: string) => string;

  constructor(playlist: MultivariantPlaylist, resolve: (uri: string) => string) {
    this.#playlist = playlist;
    this.#resolve = resolve;
  }

  addVariants(): void {
    for (const variant of this.#playlist.variants) {
      if (variant.uriLineIndex < 0) continue;
      const url = this.#resolve(variant.uri);
      if (!this.found.has(url)) this.found.set(url, ofVariant(variant, this.found.size, url));
    }
  }

  addRenditions(withSubtitles: boolean): void {
    const counts = { audio: 0, video: 0, subtitles: 0 };
    for (const rendition of this.#playlist.renditions) {
      const kind = KINDS[rendition.type];
      const url = rendition.uri === undefined ? undefined : this.#resolve(rendition.uri);
      if (kind === undefined || url === undefined || this.found.has(url)) continue;
      if (kind === 'subtitles' && !withSubtitles) continue;
      const renditionId = `${LETTERS[kind]}${counts[kind]++}`;
      this.found.set(url, ofRendition(this.#playlist, rendition, { renditionId, kind, url }));
    }
  }

  addIFrames(): void {
    for (const [index, variant] of this.#playlist.iFrameVariants.entries()) {
      const url = this.#resolve(variant.uri);
      if (variant.uri !== '' && !this.found.has(url))
        this.found.set(url, ofIFrames(variant, index, url));
    }
  }
}
