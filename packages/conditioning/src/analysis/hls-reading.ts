/** An HLS source as it was read for an analysis. */
import type { MediaPlaylist, MultivariantPlaylist, Resolution, Warning } from '@interlude/hls';

export interface ReadRendition {
  readonly kind: 'variant' | 'audio' | 'video' | 'subtitles' | 'iframes';
  readonly resolution?: Resolution | undefined;
  readonly playlist: MediaPlaylist;
  readonly warnings: readonly Warning[];
}

export interface HlsReading {
  readonly multivariant: MultivariantPlaylist;
  readonly warnings: readonly Warning[];
  /** The one by which the source is cut: the stitcher's first. */
  readonly reference: ReadRendition;
  /** All that could be read, the reference among them. */
  readonly renditions: readonly ReadRendition[];
}
