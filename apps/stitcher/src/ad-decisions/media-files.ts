/** Which media files of an ad are looked at for a channel. */
import { isHlsMediaFile, type LinearCreative, type MediaFile } from '@interlude/vast';
import { decisionLimits } from './decision-limits.ts';

const dashType = 'application/dash+xml';
const dashAddress = /\.mpd(?:[?#]|$)/i;

function isDashMediaFile({ type, url }: MediaFile): boolean {
  return (
    type.toLowerCase().split(';')[0]?.trim() === dashType || (type === '' && dashAddress.test(url))
  );
}

/** Ready-made packages in the form of the channel, the richest first: one may be CMAF and another TS. */
export function packagedFiles(
  { mediaFiles }: LinearCreative,
  manifestType: 'hls' | 'dash',
): readonly MediaFile[] {
  return mediaFiles
    .filter(manifestType === 'dash' ? isDashMediaFile : isHlsMediaFile)
    .toSorted((a, b) => (b.maxBitrate ?? b.bitrate ?? 0) - (a.maxBitrate ?? a.bitrate ?? 0))
    .slice(0, decisionLimits.mediaFiles);
}
