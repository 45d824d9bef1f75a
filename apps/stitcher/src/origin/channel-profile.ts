/** The profile to which creatives of a channel are conditioned. */
import type { SourceLadder } from '@interlude/conditioning';
import type { SourceRendition } from '@interlude/stitching';

/** Profile of an HLS channel. */
export interface HlsProfile {
  readonly manifestType?: 'hls';
  readonly renditions: readonly SourceRendition[];
  /** Segments have a Media Initialization Section (EXT-X-MAP). */
  readonly usesMaps: boolean;
  /** Seconds; no segment may be longer (rule H12). */
  readonly targetDuration: number;
  /** Ladder to which creatives are conditioned; undefined: they are not conditioned. */
  readonly ladder?: SourceLadder | undefined;
}

/** Profile of a DASH channel. */
export interface DashProfile {
  readonly manifestType: 'dash';
  /** Video and audio representations by their id, video first. */
  readonly renditions: readonly SourceRendition[];
  /** MIME types by id of the Representation. */
  readonly mimeTypes: ReadonlyMap<string, string>;
  /** Seconds; no segment may be longer (@maxSegmentDuration). */
  readonly targetDuration: number;
  /** Ladder to which creatives are conditioned; undefined: they are not conditioned. */
  readonly ladder?: SourceLadder | undefined;
}

/** Profile of a channel, by the format of its manifests. */
export type ChannelProfile = HlsProfile | DashProfile;
