/**
 * A transcode job as plain data that both engines follow, so that they cannot drift apart: decoded streams, filters,
 * encoders and muxers. Paths are relative to the work folder.
 */
import { resolve } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import { audioChain } from './audio-chain.ts';
import { audioRate, videoRate } from './bit-rates.ts';
import { audioCodec, isAudioCodec, isVideoCodec, videoCodec } from './codec-of.ts';
import { packagedAudioTracks } from './job-layout.ts';
import { planSinks, type TranscodeSink } from './plan-sinks.ts';
import type { TranscodeJob } from './transcode-job.ts';
import { videoGraph } from './video-graph.ts';
import { videoOptions } from './video-options.ts';

export interface PlannedVideo {
  readonly name: string;
  readonly encoder: string;
  readonly bitrate: number;
  readonly options: Readonly<Record<string, string>>;
}

export interface PlannedAudio {
  readonly name: string;
  readonly encoder: string;
  readonly bitrate: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Index of the stream in the file; undefined: the chain makes the audio itself. */
  readonly stream: number | undefined;
  readonly chain: string;
}

export interface TranscodePlan {
  readonly file: string;
  /** Frames of the output; of audio only as many as its length would hold. */
  readonly frames: number;
  readonly seconds: number;
  readonly segmentFrames: number;
  readonly video:
    | {
        readonly stream: number;
        /** From `in` to `p0`, `p1`, …, one for each of `renditions`. */
        readonly graph: string;
        readonly renditions: readonly PlannedVideo[];
      }
    | undefined;
  readonly audioTracks: readonly PlannedAudio[];
  readonly sinks: readonly TranscodeSink[];
}

const SHORTEST_SEGMENT_SECONDS = 0.1;
/** Twice 8K; a decoded frame of that size takes 100 MB. */
const MAX_SOURCE_PIXELS = 8_192 * 8_192;

function rateFault({ frameRate: [rate, per], segmentFrames }: TranscodeJob): string | undefined {
  const isRate = rate > 0 && per > 0 && rate / per <= 240;
  if (!isRate) return `a rate of ${rate}/${per} pictures a second is none`;
  return segmentFrames >= 1 ? undefined : 'a segment must have a frame';
}

function videoFault({ videoTracks, info }: TranscodeJob): string | undefined {
  const { video } = info;
  if (videoTracks.length === 0) return undefined;
  if (video === undefined) return 'the file has no video';
  if (video.width * video.height > MAX_SOURCE_PIXELS) {
    return `pictures of ${video.width}x${video.height} are too large`;
  }
  for (const { width, height, codecs } of videoTracks) {
    if (!isVideoCodec(codecs)) return `there is no encoder for ${codecs}`;
    if (!(width >= 16 && height >= 16)) return `${width}x${height} is no video size`;
    if (width % 2 !== 0 || height % 2 !== 0) return `${width}x${height} is an odd size`;
  }
  return undefined;
}

function audioFault({ audioTracks, info }: TranscodeJob): string | undefined {
  if (audioTracks.length === 0) return 'a package must have audio';
  const streams = new Set(info.audioTracks.map(({ stream }) => stream));
  for (const { codecs, source } of audioTracks) {
    if (!isAudioCodec(codecs)) return `there is no encoder for ${codecs}`;
    if (source !== 'silence' && !streams.has(source)) {
      return `stream ${source} of the file is no sound`;
    }
  }
  return undefined;
}

function packageFault({ containers, manifests }: TranscodeJob): string | undefined {
  if (containers.length === 0) return 'a package has to have a container';
  const isDashOfTs = manifests.includes('dash') && !containers.includes('cmaf');
  return isDashOfTs ? 'DASH is made of CMAF segments only' : undefined;
}

function check(job: TranscodeJob): void {
  const reason = rateFault(job) ?? videoFault(job) ?? audioFault(job) ?? packageFault(job);
  if (reason !== undefined) throw domainError('ENCODE_FAILED', { engine: 'plan', reason });
}

/**
 * Frames of the output that the file fills; at least one. A rest shorter than `SHORTEST_SEGMENT_SECONDS` behind the
 * last whole segment is left out: players stumble over a segment of a frame or two.
 */
function framesOf(job: TranscodeJob): number {
  const [rate, per] = job.frameRate;
  const frames = Math.max(1, Math.round((job.info.durationSeconds * rate) / per));
  const rest = frames % job.segmentFrames;
  const isShort = frames > rest && (rest * per) / rate < SHORTEST_SEGMENT_SECONDS;
  return isShort ? frames - rest : frames;
}

/**
 * Plans a transcode job for the engines.
 * @param clock `raw`: packets keep the times of the file; `zeroed`: the engine subtracts its start
 * @throws {DomainError} ENCODE_FAILED when the job contradicts itself or the file
 */
export function planTranscode(job: TranscodeJob, clock: 'raw' | 'zeroed'): TranscodePlan {
  check(job);
  const frames = framesOf(job);
  const [rate, per] = job.frameRate;
  const seconds = (frames * per) / rate;
  const { startSeconds: fileStart, leadSeconds } = job.info;
  const startSeconds = leadSeconds + (clock === 'raw' ? fileStart : 0);
  const { video } = job.info;
  const hasVideos = job.videoTracks.length > 0 && video !== undefined;
  return {
    file: resolve(job.file),
    frames,
    seconds,
    segmentFrames: job.segmentFrames,
    video: hasVideos
      ? {
          stream: video.stream,
          graph: videoGraph('in', {
            source: video,
            startSeconds,
            frameRate: job.frameRate,
            frames,
            targets: job.videoTracks,
          }),
          renditions: job.videoTracks.map((target, index) => ({
            name: `v${index}`,
            encoder: videoCodec(target.codecs).encoder,
            bitrate: videoRate(target),
            options: videoOptions(target, job),
          })),
        }
      : undefined,
    audioTracks: packagedAudioTracks(job).map((target, index) => {
      const codec = audioCodec(target.codecs);
      return {
        name: `a${index}`,
        encoder: codec.encoder,
        bitrate: audioRate(target),
        channels: target.channels,
        sampleRate: target.sampleRate,
        stream: target.source === 'silence' ? undefined : target.source,
        chain: audioChain({
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
