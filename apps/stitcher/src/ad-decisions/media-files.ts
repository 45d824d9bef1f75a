/** Which media files of an ad are looked at for a channel. */
import { isHlsMediaFile, type LinearCreative, type MediaFile } from '@interlude/vast';
import { decisionLimits } from './decision-limits.ts';

/** Ready-made packages, the richest first: one may be CMAF and another TS. */
export function packagedFiles({ mediaFiles }: LinearCreative): readonly MediaFile[] {
  return mediaFiles
    .filter(isHlsMediaFile)
    .toSorted((a, b) => (b.maxBitrate ?? b.bitrate ?? 0) - (a.maxBitrate ?? a.bitrate ?? 0))
    .slice(0, decisionLimits.mediaFiles);
}
