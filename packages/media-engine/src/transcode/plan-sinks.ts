/** The muxers of a job: each writes the segments of one rendition in one container. */
import type { Container } from '../package/encoded-media.ts';
import { soundCodec } from './codec-of.ts';
import { containerFolder, hasSoundApart } from './job-layout.ts';
import type { TranscodeJob } from './transcode-job.ts';

export interface TranscodeSink {
  /** Folder of the rendition in the package: `v0`, `ts/a1`. */
  readonly folder: string;
  readonly container: Container;
  /** Of the pictures or of the sound that it holds, the pictures first. */
  readonly streams: readonly string[];
  readonly options: Readonly<Record<string, string | number>>;
}

/** Microseconds, what FFmpeg counts in. */
const micro = (seconds: number) => (Math.floor(seconds * 1e6) / 1e6).toString();

/**
 * Pictures are cut at key pictures only: half a picture less than a segment makes every one of them a cut,
 * however the length is rounded. Sound is cut at the first of its frames at or after the picture's cut.
 */
function cutSeconds(job: TranscodeJob, hasPicture: boolean): number {
  const [rate, per] = job.frameRate;
  return ((hasPicture ? job.segmentFrames - 0.5 : job.segmentFrames) * per) / rate;
}

function sink(job: TranscodeJob, container: Container, streams: readonly string[]): TranscodeSink {
  const [name = ''] = streams;
  const folder = `${containerFolder(job, container)}${name}`;
  const isFragmented = container === 'cmaf';
  return {
    folder,
    container,
    streams,
    options: {
      hls_time: micro(cutSeconds(job, name.startsWith('v'))),
      hls_playlist_type: 'vod',
      hls_list_size: 0,
      hls_flags: 'independent_segments',
      hls_segment_type: isFragmented ? 'fmp4' : 'mpegts',
      ...(isFragmented && { hls_fmp4_init_filename: 'init.mp4' }),
      hls_segment_filename: `${folder}/%d.${isFragmented ? 'm4s' : 'ts'}`,
    },
  };
}

export function planSinks(job: TranscodeJob): TranscodeSink[] {
  const isApart = hasSoundApart(job);
  const pictures = job.pictures.map((_, index) => (isApart ? [`v${index}`] : [`v${index}`, 'a0']));
  const sounds = job.sounds.map((_, index) => [`a${index}`]);
  const streams = [...pictures, ...(isApart ? sounds : [])];
  return job.containers.flatMap((container) => streams.map((names) => sink(job, container, names)));
}

/** Seconds by which a sound's cut may lie after the picture's. */
export function soundSlackSeconds(job: TranscodeJob): number {
  const lengths = job.sounds.map(
    ({ codecs, sampleRate }) => soundCodec(codecs).frameSamples / sampleRate,
  );
  return Math.max(...lengths);
}
