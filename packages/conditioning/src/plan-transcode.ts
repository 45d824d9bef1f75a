/** From a conditioning profile and a media file to a transcode plan: plain numbers, independent of the engine. */
import type { ConditioningProfile, VideoRendition } from './conditioning-profile.ts';
import { type PlannedAudio, planAudioTracks } from './plan-audio-tracks.ts';
import type { SourceMedia } from './source-media.ts';

export interface TranscodePlan {
  readonly videoTracks: readonly VideoRendition[];
  /** Frames in seconds. */
  readonly frameRate: readonly [number, number];
  /** Frames of every segment; no segment is longer than the profile's. */
  readonly segmentFrames: number;
  readonly audioTracks: readonly PlannedAudio[];
  readonly separateAudio: boolean;
  /** The profile's own first. */
  readonly containers: readonly ('cmaf' | 'ts')[];
  readonly manifests: readonly ('hls' | 'dash')[];
  readonly iFrames: boolean;
}

/** Frames of a segment, rounded down: a frame that would cross the end of the segment belongs to the next one. */
function segmentFramesOf({ segmentMs, frameRate: [frames, seconds] }: ConditioningProfile): number {
  // A fraction of a rounded division is no frame less.
  return Math.max(1, Math.floor((segmentMs * frames) / (seconds * 1_000) + 1e-6));
}

/**
 * @param containers requested by the workflow beside the profile's own; DASH takes CMAF only
 * @returns the input of an engine: video renditions, audio tracks, containers and frames per segment
 * @see rules H12, H24
 */
export function planTranscode(
  profile: ConditioningProfile,
  media: SourceMedia,
  containers: readonly ('cmaf' | 'ts')[] = [],
): TranscodePlan {
  const own = profile.manifest === 'dash' ? 'cmaf' : profile.muxing;
  return {
    videoTracks: profile.pictures,
    frameRate: profile.frameRate,
    segmentFrames: segmentFramesOf(profile),
    audioTracks: planAudioTracks(profile.audio, media.audioTracks),
    separateAudio: profile.separateAudio,
    containers: [own, ...containers.filter((container) => container !== own)],
    manifests: [profile.manifest],
    iFrames: profile.iFrames,
  };
}
