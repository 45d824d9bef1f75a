/** The check of a media file before it is encoded: its unusual properties, as findings. */
import type { MediaFinding } from '@interlude/contract';
import type { ConditioningProfile } from './conditioning-profile.ts';
import type { SourceMedia, SourceVideo } from './source-media.ts';

export interface Expectation {
  /** Undefined: the file is for no channel in particular. */
  readonly profile: Pick<ConditioningProfile, 'pictures' | 'audio'> | undefined;
  readonly maxDurationSeconds: number;
  /** Duration that the ad server declares, seconds; undefined = none. */
  readonly declaredSeconds: number | undefined;
}

const shortestSeconds = 1;
const toleranceSeconds = 1;
/**
 * Excess of the header's duration over that of the packets, beyond which the end of the file is missing: seconds, or
 * share of the header's duration, whichever is more.
 */
const missing = { seconds: 1, share: 0.05 } as const;

function durationFindings(media: SourceMedia, expected: Expectation): MediaFinding[] {
  const { durationSeconds: seconds, declaredSeconds: header } = media;
  const isCut = header - seconds > Math.max(missing.seconds, header * missing.share);
  const declared = expected.declaredSeconds;
  return [
    ...(seconds > expected.maxDurationSeconds ? (['TOO_LONG'] as const) : []),
    ...(seconds < shortestSeconds ? (['TOO_SHORT'] as const) : []),
    ...(isCut ? (['TRUNCATED'] as const) : []),
    ...(declared !== undefined && Math.abs(declared - seconds) > toleranceSeconds
      ? (['DURATION_DIFFERS'] as const)
      : []),
  ];
}

function videoFindings(video: SourceVideo, expected: Expectation): MediaFinding[] {
  const isTurned = video.rotation % 180 !== 0;
  const [width, height] = isTurned ? [video.height, video.width] : [video.width, video.height];
  const best = expected.profile?.pictures[0];
  const isSmaller = best !== undefined && width < best.width && height < best.height;
  const isPoorer = best !== undefined && video.bitrate > 0 && video.bitrate < best.bitrate;
  return [
    ...(video.isVariableFrameRate ? (['VARIABLE_FRAME_RATE'] as const) : []),
    ...(video.rotation === 0 ? [] : (['ROTATED'] as const)),
    ...(video.width % 2 === 0 && video.height % 2 === 0 ? [] : (['ODD_SIZE'] as const)),
    ...(video.isInterlaced ? (['INTERLACED'] as const) : []),
    ...(video.dynamicRange === 'sdr' ? [] : (['HDR'] as const)),
    ...(isPoorer ? (['LOW_BITRATE'] as const) : []),
    ...(isSmaller ? (['UPSCALED'] as const) : []),
  ];
}

/**
 * Findings about a readable file; a setting of the workflow decides whether they refuse the file. A file for an
 * audio-only channel needs no video.
 * @returns findings with the found and the expected value; empty for a file that fits
 * @see ADR 0020
 */
export function checkMedia(media: SourceMedia, expected: Expectation): MediaFinding[] {
  const needsVideo = expected.profile === undefined || expected.profile.pictures.length > 0;
  const widest = Math.max(0, ...media.audioTracks.map(({ channels }) => channels));
  const requested = Math.max(0, ...(expected.profile?.audio ?? []).map(({ channels }) => channels));
  return [
    ...(media.video === undefined && needsVideo ? (['NO_VIDEO'] as const) : []),
    ...(media.audioTracks.length === 0 ? (['NO_AUDIO'] as const) : []),
    ...durationFindings(media, expected),
    ...(media.video === undefined ? [] : videoFindings(media.video, expected)),
    ...(widest > Math.max(2, requested) ? (['SURROUND'] as const) : []),
  ];
}
