/** Selects the media files of an ad for a channel. */
import {
  isHlsMediaFile,
  isProgressiveMediaFile,
  type LinearCreative,
  type MediaFile,
} from '@interlude/vast';
import { adRequestLimits } from './request/ad-request.ts';

const dashType = 'application/dash+xml';
const dashAddress = /\.mpd(?:[?#]|$)/i;

function isDashMediaFile({ type, url }: MediaFile): boolean {
  return (
    type.toLowerCase().split(';')[0]?.trim() === dashType || (type === '' && dashAddress.test(url))
  );
}

/**
 * Ready-made packages in the channel's protocol, highest bit rate first: one may be CMAF, another TS.
 * @returns media files, highest bit rate first; empty when there is none
 * @see VAST 4.3 §3.9; rule V7
 */
export function packagedFiles(
  { mediaFiles }: LinearCreative,
  manifestType: 'hls' | 'dash',
): readonly MediaFile[] {
  return mediaFiles
    .filter(manifestType === 'dash' ? isDashMediaFile : isHlsMediaFile)
    .toSorted((a, b) => (b.maxBitrate ?? b.bitrate ?? 0) - (a.maxBitrate ?? a.bitrate ?? 0))
    .slice(0, adRequestLimits.mediaFiles);
}

/** Addresses of manifests, which the conditioner cannot take: it reads one file. */
const manifestAddress = /\.(?:m3u8|mpd|ism|f4m)(?:[?#]|$)/i;

/**
 * The input of conditioning.
 * @returns the mezzanine, else the progressive file of the highest bit rate; undefined when there is neither
 * @see VAST 4.3 §3.9; rule V7
 */
export function sourceFile({ mezzanines, mediaFiles }: LinearCreative): MediaFile | undefined {
  const rate = ({ bitrate, maxBitrate, width = 0, height = 0 }: MediaFile) =>
    [maxBitrate ?? bitrate ?? 0, width * height] as const;
  const best = (files: readonly MediaFile[]) =>
    files
      .filter((file) => isProgressiveMediaFile(file) && !manifestAddress.test(file.url))
      .toSorted((a, b) => {
        const [rateA, sizeA] = rate(a);
        const [rateB, sizeB] = rate(b);
        return rateB - rateA || sizeB - sizeA;
      })[0];
  return best(mezzanines) ?? best(mediaFiles);
}
