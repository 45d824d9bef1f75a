/** The source as the manifests of a pack show it, and as it was when each of its segments was the newest. */
import { HlsLimitError, type MediaPlaylist, parseMediaPlaylist } from '@interlude/hls';
import {
  extendWindow,
  isContentIdTag,
  type SourceWindow,
  type SuppressedTags,
} from '@interlude/stitching';
import type { PackedManifest, StitchingSettings } from '../pack/evidence-pack.ts';

/** Longer than any pack, ms: no segment is dropped. */
const keptMs = 24 * 3_600_000;

function parsedPlaylist(text: string): MediaPlaylist | undefined {
  try {
    return parseMediaPlaylist(text).playlist;
  } catch (error) {
    if (error instanceof HlsLimitError) return undefined;
    throw error;
  }
}

export interface SourceRenditions {
  readonly window: (playlist: number, renditionId: string) => SourceWindow | undefined;
  readonly suppressed: SuppressedTags;
}

/** @param manifests of the source, by time */
export function sourceRenditions(
  manifests: readonly PackedManifest[],
  settings: StitchingSettings,
): SourceRenditions {
  const suppressed = new Set(settings.hlsSuppressTags.map((tag) => `EXT-X-${tag}`));
  const { segmentationConfiguration, passThroughCaidSegmentation } = settings;
  const windows = new Map<string, SourceWindow | undefined>();
  const build = (playlist: number, renditionId: string, reference: SourceWindow | undefined) => {
    let window: SourceWindow | undefined;
    for (const manifest of manifests) {
      const parsed = manifest.playlist === playlist ? parsedPlaylist(manifest.text) : undefined;
      if (parsed === undefined) continue;
      window = extendWindow(window, parsed, {
        ...{ renditionId, baseUrl: manifest.uri, nowMs: manifest.loadedAtMs, reference },
        ...{ suppressed, keptMs },
        isPassedTag: passThroughCaidSegmentation
          ? (tag) => isContentIdTag(tag, segmentationConfiguration)
          : undefined,
      });
    }
    return window;
  };
  const windowOf = (playlist: number, renditionId: string): SourceWindow | undefined => {
    const key = `${playlist} ${renditionId}`;
    if (!windows.has(key)) {
      const reference = playlist === 0 ? undefined : windowOf(0, 'v0');
      windows.set(key, build(playlist, renditionId, reference));
    }
    return windows.get(key);
  };
  return { window: windowOf, suppressed };
}

/** The window when the segment at `index` was the newest. */
export function windowUntil(window: SourceWindow, index: number): SourceWindow {
  return {
    ...window,
    ended: window.ended && index === window.segments.length - 1,
    segments: window.segments.slice(0, index + 1),
    headNumbers: window.headNumbers.slice(0, index + 1),
  };
}
