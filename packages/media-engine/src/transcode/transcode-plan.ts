/**
 * A transcode job as plain data that both engines follow, so that they cannot drift apart: what is decoded,
 * through which filters, into which encoders and muxers. Paths are relative to the folder of the work.
 */
import { domainError } from '@interlude/contract';
import { pictureRate, soundRate } from './bit-rates.ts';
import { isPictureCodec, isSoundCodec, pictureCodec, soundCodec } from './codec-of.ts';
import { packagedSounds } from './job-layout.ts';
import { pictureGraph } from './picture-graph.ts';
import { pictureOptions } from './picture-options.ts';
import { planSinks, type TranscodeSink } from './plan-sinks.ts';
import { soundChain } from './sound-chain.ts';
import type { TranscodeJob } from './transcode-job.ts';

export interface PlannedPicture {
  readonly name: string;
  readonly encoder: string;
  readonly bitrate: number;
  readonly options: Readonly<Record<string, string>>;
}

export interface PlannedSound {
  readonly name: string;
  readonly encoder: string;
  readonly bitrate: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Index of the stream in the file; undefined: the chain makes the sound itself. */
  readonly stream: number | undefined;
  readonly chain: string;
}

export interface TranscodePlan {
  readonly file: string;
  /** Pictures of the output; of sound alone as many as its length would hold. */
  readonly frames: number;
  readonly seconds: number;
  readonly segmentFrames: number;
  readonly pictures:
    | {
        readonly stream: number;
        /** From `in` to `p0`, `p1`, …, one for each of `renditions`. */
        readonly graph: string;
        readonly renditions: readonly PlannedPicture[];
      }
    | undefined;
  readonly sounds: readonly PlannedSound[];
  readonly sinks: readonly TranscodeSink[];
}

function refuse(reason: string): never {
  throw domainError('ENCODE_FAILED', { engine: 'plan', reason });
}

function check(job: TranscodeJob): void {
  const [rate, per] = job.frameRate;
  const isRate = rate > 0 && per > 0 && rate / per <= 240;
  if (!isRate) refuse(`a rate of ${rate}/${per} pictures a second is none`);
  if (!(job.segmentFrames >= 1)) refuse('a segment has to have a picture');
  if (job.sounds.length === 0) refuse('a package has to have sound');
  if (job.containers.length === 0) refuse('a package has to have a container');
  if (job.pictures.length > 0 && job.info.picture === undefined) refuse('the file has no pictures');
  const strange =
    job.pictures.find(({ codecs }) => !isPictureCodec(codecs)) ??
    job.sounds.find(({ codecs }) => !isSoundCodec(codecs));
  if (strange !== undefined) refuse(`there is no encoder for ${strange.codecs}`);
  const small = job.pictures.find(({ width, height }) => !(width >= 16 && height >= 16));
  if (small !== undefined) refuse(`${small.width}x${small.height} is no size of a picture`);
  const odd = job.pictures.find(({ width, height }) => width % 2 !== 0 || height % 2 !== 0);
  if (odd !== undefined) refuse(`${odd.width}x${odd.height} is an odd size`);
  const streams = new Set(job.info.sounds.map(({ stream }) => stream));
  const missing = job.sounds.find(({ source }) => source !== 'silence' && !streams.has(source));
  if (missing !== undefined) refuse(`stream ${missing.source} of the file is no sound`);
  if (job.manifests.includes('dash') && !job.containers.includes('cmaf')) {
    refuse('DASH is made of CMAF segments only');
  }
}

/** Pictures that the file fills; at least one. */
export function framesOf(job: TranscodeJob): number {
  const [rate, per] = job.frameRate;
  // Clocks of containers are rounded to ms: a hundredth of a picture more is none.
  return Math.max(1, Math.ceil((job.info.durationSeconds * rate) / per - 0.05));
}

/**
 * @param clock `raw`: packets keep the file's times; `zeroed`: the engine takes its start off them
 * @throws {DomainError} ENCODE_FAILED when the job contradicts itself or the file
 */
export function planTranscode(job: TranscodeJob, clock: 'raw' | 'zeroed'): TranscodePlan {
  check(job);
  const frames = framesOf(job);
  const [rate, per] = job.frameRate;
  const seconds = (frames * per) / rate;
  const startSeconds = clock === 'raw' ? job.info.startSeconds : 0;
  const { picture } = job.info;
  const hasPictures = job.pictures.length > 0 && picture !== undefined;
  return {
    file: job.file,
    frames,
    seconds,
    segmentFrames: job.segmentFrames,
    pictures: hasPictures
      ? {
          stream: picture.stream,
          graph: pictureGraph('in', {
            source: picture,
            startSeconds,
            frameRate: job.frameRate,
            frames,
            targets: job.pictures,
          }),
          renditions: job.pictures.map((target, index) => ({
            name: `v${index}`,
            encoder: pictureCodec(target.codecs).encoder,
            bitrate: pictureRate(target),
            options: pictureOptions(target, job),
          })),
        }
      : undefined,
    sounds: packagedSounds(job).map((target, index) => {
      const codec = soundCodec(target.codecs);
      return {
        name: `a${index}`,
        encoder: codec.encoder,
        bitrate: soundRate(target),
        channels: target.channels,
        sampleRate: target.sampleRate,
        stream: target.source === 'silence' ? undefined : target.source,
        chain: soundChain({
          target,
          startSeconds,
          samples: Math.round(seconds * target.sampleRate),
          primingSamples: codec.primingSamples,
          frameSamples: codec.frameSamples,
        }),
      };
    }),
    sinks: planSinks(job),
  };
}
