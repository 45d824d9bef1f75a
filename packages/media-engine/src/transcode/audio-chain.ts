/** The filter chain of one audio track: on the clock of the video, mixed, normalised, exactly as long as the video. */
import type { LoudnessMeasure, LoudnessRequest, LoudnessTarget } from '../loudness.ts';
import type { AudioTarget } from './transcode-job.ts';

const LAYOUTS = new Map([
  [1, 'mono'],
  [2, 'stereo'],
  [6, '5.1'],
  [8, '7.1'],
]);

export const layoutOf = (channels: number) => LAYOUTS.get(channels) ?? 'stereo';

export interface AudioChainInput {
  readonly target: AudioTarget;
  readonly startSeconds: number;
  /** Samples of the whole output. */
  readonly samples: number;
  /** Samples that the encoder puts in front (priming), and those of one of its frames. */
  readonly primingSamples: number;
  readonly frameSamples: number;
}

/** Clamps a value to the range of an option of FFmpeg's loudnorm, which refuses others. */
const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

function targetOf({ integrated, range, truePeak }: LoudnessTarget): string {
  const values = [within(integrated, -70, -5), within(range, 1, 20), within(truePeak, -9, 0)];
  return `loudnorm=I=${values[0]}:LRA=${values[1]}:TP=${values[2]}`;
}

/** The first pass: the same mix that the second one will get. */
export function measureChain(request: LoudnessRequest, extra = 'print_format=json'): string {
  const layout = layoutOf(request.channels ?? 2);
  return `aresample=48000,aformat=channel_layouts=${layout},${targetOf(request)}:${extra}`;
}

/** The second pass. It is linear where the peaks allow it, and works at 192 kHz where they do not. */
function normaliser(target: LoudnessTarget, measure: LoudnessMeasure): string {
  return [
    targetOf(target),
    `measured_I=${measure.integrated}`,
    `measured_LRA=${measure.range}`,
    `measured_TP=${measure.truePeak}`,
    `measured_thresh=${measure.threshold}`,
    `offset=${within(measure.offset, -99, 99)}`,
    'linear=true',
  ].join(':');
}

/**
 * Filters of one audio track. The encoder puts `primingSamples` before its first sample. As many are cut off the start,
 * and the rest keeps its times: the first packet then starts at zero and every sample plays with its frame. Whole
 * frames are made, as encoders differ in how they treat an incomplete last one.
 */
export function audioChain(input: AudioChainInput): string {
  const { target, startSeconds, samples, primingSamples, frameSamples } = input;
  const { loudness, sampleRate, channels } = target;
  const layout = layoutOf(channels);
  const frames = Math.max(1, Math.ceil((samples - primingSamples) / frameSamples));
  const end = primingSamples + frames * frameSamples;
  const cut = `atrim=start_sample=${primingSamples}:end_sample=${end}`;
  if (target.source === 'silence') {
    return `anullsrc=sample_rate=${sampleRate}:channel_layout=${layout},${cut},aformat=sample_fmts=fltp`;
  }
  return [
    `asetpts=PTS-${startSeconds}/TB`,
    `aresample=${sampleRate}:async=1:first_pts=0`,
    `aformat=channel_layouts=${layout}`,
    ...(loudness ? [normaliser(loudness.target, loudness.measure), `aresample=${sampleRate}`] : []),
    'apad',
    cut,
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=${layout}`,
  ].join(',');
}
