/** Options of the video encoders: closed GOPs of exactly one segment. */
import { videoCodec } from './codec-of.ts';
import type { TranscodeJob, VideoTarget } from './transcode-job.ts';

/**
 * One IDR picture at each segment's start and nowhere else, no reference across it. Without B-frames decode
 * and presentation times are equal, so tfdt and PTS need no edit list. A VBV of one second at the target
 * bit rate keeps segment peaks near the BANDWIDTH of the manifest.
 */
export function videoOptions(
  target: VideoTarget,
  job: Pick<TranscodeJob, 'segmentFrames' | 'preset'>,
): Record<string, string> {
  const { encoder, profile, level } = videoCodec(target.codecs);
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
