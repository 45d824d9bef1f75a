/** Warnings about the video of a ladder, the same for HLS and DASH; each with the size of the rendition. */
import { ladderLimits } from '../ladder/source-ladder.ts';
import type { SourceWarning } from './source-facts.ts';

export interface ListedVideo {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** bit/s; 0 = not declared. */
  readonly bandwidth: number;
  readonly hasCodec: boolean;
  /** Frames a second; undefined = not declared. */
  readonly frameRate: number | undefined;
}

type Sized = Pick<ListedVideo, 'width' | 'height'>;

/** A plausible number of pixels. */
const isSize = (pixels: number | undefined) =>
  pixels !== undefined && Number.isInteger(pixels) && pixels > 0 && pixels < 1e6;

export function warningOf(code: string, message: string, { width, height }: Sized = {}) {
  return {
    code,
    message,
    ...(isSize(width) && isSize(height) && { width, height }),
  } satisfies SourceWarning;
}

function ofVideo(video: ListedVideo): SourceWarning[] {
  const { width = 0, height = 0, bandwidth, hasCodec, frameRate } = video;
  const found: SourceWarning[] = [];
  const add = (code: string, message: string) => found.push(warningOf(code, message, video));
  if (width === 0 || height === 0) {
    add('SIZE_UNKNOWN', 'The resolution is not declared. Ads get a common one for its bit rate.');
  }
  if (width % 2 === 1 || height % 2 === 1) {
    add('SIZE_ODD', 'Encoders take even sizes only. Ads get the next even one.');
  }
  if (!hasCodec) add('CODECS_UNKNOWN', 'The codec is not declared. Ads get H.264.');
  if (frameRate === undefined) {
    add(
      'FRAME_RATE_UNKNOWN',
      'The frame rate is not declared. Ads get 25 frames per second, or the frame rate of other renditions.',
    );
  }
  if (bandwidth <= 0) {
    add('BANDWIDTH_UNKNOWN', 'The bit rate is not declared. Ads get a common one.');
  }
  return found;
}

function repeatedSizes(videoTracks: readonly ListedVideo[]): SourceWarning[] {
  const counts = new Map<string, { readonly video: ListedVideo; count: number }>();
  for (const video of videoTracks) {
    if (!video.width || !video.height) continue;
    const key = `${video.width}x${video.height}`;
    const known = counts.get(key) ?? { video, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .map(({ video, count }) =>
      warningOf(
        'SIZE_REPEATED',
        `${count} renditions have this size. Ads are made once for each bit rate.`,
        video,
      ),
    );
}

function differingRates(videoTracks: readonly ListedVideo[]): SourceWarning[] {
  const rates = [...new Set(videoTracks.flatMap(({ frameRate }) => frameRate ?? []))];
  const [slowest, fastest] = [Math.min(...rates), Math.max(...rates)];
  if (rates.length < 2) return [];
  return videoTracks
    .filter(({ frameRate }) => frameRate === slowest)
    .slice(0, 1)
    .map((video) =>
      warningOf(
        'FRAME_RATES_DIFFER',
        `It has ${slowest} frames a second, others ${fastest}. Ads get ${fastest}.`,
        video,
      ),
    );
}

export function videoWarnings(videoTracks: readonly ListedVideo[]): SourceWarning[] {
  const most = ladderLimits.pictures;
  const tooMany =
    videoTracks.length > most
      ? [
          warningOf(
            'RENDITIONS_TOO_MANY',
            `It has ${videoTracks.length} video renditions. Ads get the ${most} largest.`,
          ),
        ]
      : [];
  return [
    ...videoTracks.flatMap(ofVideo),
    ...repeatedSizes(videoTracks),
    ...differingRates(videoTracks),
    ...tooMany,
  ];
}
