/** Options of the picture encoders: closed groups of pictures of exactly one segment. */
import { pictureCodec } from './codec-of.ts';
import type { PictureTarget, TranscodeJob } from './transcode-job.ts';

/**
 * One IDR picture at each segment's start and nowhere else, no reference across it. Without B-frames decode
 * and presentation times are equal, so tfdt and PTS need no edit list. A VBV of one second at the asked
 * rate keeps the peaks of segments near what the manifest tells.
 */
export function pictureOptions(
  target: PictureTarget,
  job: Pick<TranscodeJob, 'segmentFrames' | 'preset'>,
): Record<string, string> {
  const { encoder, profile, level } = pictureCodec(target.codecs);
  const { segmentFrames: frames, preset = 'veryfast' } = job;
  const shared = [
    `keyint=${frames}`,
    `min-keyint=${frames}`,
    'scenecut=0',
    'open-gop=0',
    'bframes=0',
    'colorprim=bt709',
    'transfer=bt709',
    'colormatrix=bt709',
  ];
  if (encoder === 'libx265') {
    return { preset, profile, 'x265-params': [...shared, 'log-level=error'].join(':') };
  }
  const params = level === undefined ? shared : [...shared, `level=${level}`];
  return { preset, profile, 'x264-params': params.join(':') };
}
