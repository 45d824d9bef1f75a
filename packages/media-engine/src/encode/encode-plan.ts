/**
 * A job as plain data that both engines follow, so that they cannot drift apart: encoder options, and one
 * sink (muxer) per file set. Paths are relative to the folder in which the engine works.
 */
import type { EncodeJob } from '../media-encoder.ts';
import type { Container } from '../package/encoded-media.ts';

export const AUDIO_NAME = 'audio';

export interface PlannedVideo {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bitrateBps: number;
  readonly options: Readonly<Record<string, string>>;
}

export interface PlannedSink {
  readonly file: string;
  readonly format: 'hls' | 'mp4';
  readonly options: Readonly<Record<string, string | number>>;
  /** Names of the renditions that it takes. */
  readonly streams: readonly string[];
}

export interface EncodePlan {
  readonly input: {
    readonly width: number;
    readonly height: number;
    readonly frameRate: number;
    readonly sampleRate: number;
  };
  readonly segmentFrames: number;
  readonly video: readonly PlannedVideo[];
  readonly audioBitrateBps: number;
  readonly sinks: readonly PlannedSink[];
}

export function planEncode(job: EncodeJob): EncodePlan {
  const names = [...job.renditions.map((rendition) => rendition.name), AUDIO_NAME];
  const sinks: PlannedSink[] = [];
  for (const output of job.outputs) {
    if (output === 'mp4') sinks.push(mp4Sink(names));
    else sinks.push(...names.map((name) => hlsSink(job, output, name)));
  }
  return {
    input: {
      width: job.video.width,
      height: job.video.height,
      frameRate: job.video.frameRate,
      sampleRate: job.audio.sampleRate,
    },
    segmentFrames: job.segmentFrames,
    video: job.renditions.map((rendition) => ({
      ...rendition,
      options: x264Options(job.segmentFrames, job.preset ?? 'veryfast'),
    })),
    audioBitrateBps: job.audioBitrateBps,
    sinks,
  };
}

/**
 * One IDR picture at each segment start and nowhere else, no reference across it. Without B-frames
 * decode and presentation times are equal, so tfdt and PTS need no edit list.
 */
function x264Options(frames: number, preset: string): Record<string, string> {
  const gop = `keyint=${frames}:min-keyint=${frames}:scenecut=0:open-gop=0:bframes=0`;
  const colour = 'colorprim=bt709:transfer=bt709:colormatrix=bt709';
  return { preset, profile: 'high', 'x264-params': `${gop}:${colour}` };
}

function hlsSink(job: EncodeJob, container: Container, name: string): PlannedSink {
  const folder = `${container}/${name}`;
  const fragmented = container === 'cmaf';
  return {
    file: `${folder}/index.m3u8`,
    format: 'hls',
    options: {
      hls_time: job.segmentFrames / job.video.frameRate,
      hls_playlist_type: 'vod',
      hls_list_size: 0,
      hls_flags: 'independent_segments',
      hls_segment_type: fragmented ? 'fmp4' : 'mpegts',
      ...(fragmented && { hls_fmp4_init_filename: 'init.mp4' }),
      hls_segment_filename: `${folder}/%d.${fragmented ? 'm4s' : 'ts'}`,
    },
    streams: [name],
  };
}

function mp4Sink(names: readonly string[]): PlannedSink {
  const [largest = AUDIO_NAME] = names;
  return {
    file: 'media.mp4',
    format: 'mp4',
    options: { movflags: '+faststart' },
    streams: [largest, AUDIO_NAME],
  };
}
