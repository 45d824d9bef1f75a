/** The check of a file before it is encoded: what is unusual about it, by name. */
import type { MediaFinding } from '@interlude/contract';
import type { ConditioningProfile } from './conditioning-profile.ts';
import type { SourceMedia, SourcePicture } from './source-media.ts';

export interface Expectation {
  /** Undefined: the file is for no channel in particular. */
  readonly profile: Pick<ConditioningProfile, 'pictures' | 'audio'> | undefined;
  readonly maxDurationSeconds: number;
  /** As the ad server says, seconds; undefined = it does not. */
  readonly declaredSeconds: number | undefined;
}

const shortestSeconds = 1;
const toleranceSeconds = 1;
/** What a header says beyond the packets when the end of the file is missing. */
const missing = { seconds: 1, share: 0.05 } as const;

function durationFindings(media: SourceMedia, expected: Expectation): MediaFinding[] {
  const { durationSeconds: seconds, declaredSeconds: header } = media;
  const isCut = header - seconds > Math.max(missing.seconds, header * missing.share);
  const said = expected.declaredSeconds;
  return [
    ...(seconds > expected.maxDurationSeconds ? (['TOO_LONG'] as const) : []),
    ...(seconds < shortestSeconds ? (['TOO_SHORT'] as const) : []),
    ...(isCut ? (['TRUNCATED'] as const) : []),
    ...(said !== undefined && Math.abs(said - seconds) > toleranceSeconds
      ? (['DURATION_DIFFERS'] as const)
      : []),
  ];
}

function pictureFindings(picture: SourcePicture, expected: Expectation): MediaFinding[] {
  const isTurned = picture.rotation % 180 !== 0;
  const [width, height] = isTurned
    ? [picture.height, picture.width]
    : [picture.width, picture.height];
  const best = expected.profile?.pictures[0];
  const isSmaller = best !== undefined && width < best.width && height < best.height;
  const isPoorer = best !== undefined && picture.bitrate > 0 && picture.bitrate < best.bitrate;
  return [
    ...(picture.isVariableFrameRate ? (['VARIABLE_FRAME_RATE'] as const) : []),
    ...(picture.rotation === 0 ? [] : (['ROTATED'] as const)),
    ...(picture.width % 2 === 0 && picture.height % 2 === 0 ? [] : (['ODD_SIZE'] as const)),
    ...(picture.isInterlaced ? (['INTERLACED'] as const) : []),
    ...(picture.dynamicRange === 'sdr' ? [] : (['HDR'] as const)),
    ...(isPoorer ? (['LOW_BITRATE'] as const) : []),
    ...(isSmaller ? (['UPSCALED'] as const) : []),
  ];
}

/**
 * What is to be told of a file that could be read; whether it refuses the file is a setting of the workflow.
 * Pictures are not missed in a file for a channel of sound alone.
 */
export function checkMedia(media: SourceMedia, expected: Expectation): MediaFinding[] {
  const needsPicture = expected.profile === undefined || expected.profile.pictures.length > 0;
  const widest = Math.max(0, ...media.sounds.map(({ channels }) => channels));
  const asked = Math.max(0, ...(expected.profile?.audio ?? []).map(({ channels }) => channels));
  return [
    ...(media.picture === undefined && needsPicture ? (['NO_VIDEO'] as const) : []),
    ...(media.sounds.length === 0 ? (['NO_AUDIO'] as const) : []),
    ...durationFindings(media, expected),
    ...(media.picture === undefined ? [] : pictureFindings(media.picture, expected)),
    ...(widest > Math.max(2, asked) ? (['SURROUND'] as const) : []),
  ];
}
