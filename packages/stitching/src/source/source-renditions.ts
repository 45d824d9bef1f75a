// The children of a multivariant playlist as one list with stable ids: the stitcher polls them, serves
// them, and matches creatives with them by these ids.
import type {
  MultivariantPlaylist,
  Rendition,
  RenditionType,
  Resolution,
  Variant,
} from '@interlude/hls';
import { uriResolver } from './resolve-uri.ts';

export interface SourceRendition {
  /** `v0`, `v1`, … for variants, `a0`, … for audio, `o0`, … for alternative video; safe in a URL path. */
  readonly renditionId: string;
  readonly kind: 'variant' | 'audio' | 'video';
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

const KINDS: Readonly<Partial<Record<RenditionType, 'audio' | 'video'>>> = {
  AUDIO: 'audio',
  VIDEO: 'video',
};

function ofRendition(
  playlist: MultivariantPlaylist,
  rendition: Rendition,
  base: Pick<SourceRendition, 'renditionId' | 'kind' | 'url'>,
): SourceRendition {
  return {
    ...base,
    codecs: groupCodecs(playlist, rendition),
    bandwidth: 0,
    language: rendition.language,
    name: rendition.name,
    channels: rendition.channels,
    default: rendition.default,
    groupId: rendition.groupId,
  };
}

/**
 * Lists the media playlists of a multivariant playlist, each address once, variants first. I-frame
 * variants and subtitles are not among them: outputs leave them out until ads have such renditions,
 * because a rendition without the break's discontinuities breaks seeking and alignment (H23, H25).
 * @param baseUrl address of the multivariant playlist after redirects
 */
export function sourceRenditions(
  playlist: MultivariantPlaylist,
  baseUrl: string,
): readonly SourceRendition[] {
  const resolve = uriResolver(baseUrl);
  const found = new Map<string, SourceRendition>();
  for (const variant of playlist.variants) {
    if (variant.uriLineIndex < 0) continue;
    const url = resolve(variant.uri);
    if (!found.has(url)) found.set(url, ofVariant(variant, found.size, url));
  }
  const counts = { audio: 0, video: 0 };
  for (const rendition of playlist.renditions) {
    const kind = KINDS[rendition.type];
    const url = rendition.uri === undefined ? undefined : resolve(rendition.uri);
    if (kind === undefined || url === undefined || found.has(url)) continue;
    const renditionId = `${kind === 'audio' ? 'a' : 'o'}${counts[kind]++}`;
    found.set(url, ofRendition(playlist, rendition, { renditionId, kind, url }));
  }
  return [...found.values()];
}
