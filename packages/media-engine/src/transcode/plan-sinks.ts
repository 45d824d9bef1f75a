/** The muxers of a job: each writes the segments of one rendition in one container. */
import type { Container } from '../package/encoded-media.ts';
import { audioCodec } from './codec-of.ts';
import { containerFolder, hasAudioApart } from './job-layout.ts';
import type { TranscodeJob } from './transcode-job.ts';

export interface TranscodeSink {
  /** Folder of the rendition in the package: `v0`, `ts/a1`. */
  readonly folder: string;
  readonly container: Container;
  /** Of the video or of the audio that it holds, the video first. */
  readonly streams: readonly string[];
  readonly options: Readonly<Record<string, string | number>>;
}

/** Whole microseconds, as FFmpeg counts durations. */
const micro = (seconds: number) => (Math.floor(seconds * 1e6) / 1e6).toString();

/**
 * Video is cut at key frames only: half a frame less than a segment makes every one of them a cut,
 * however the length is rounded. Audio is cut at the first of its frames at or after the video's cut.
 */
function cutSeconds(job: TranscodeJob, hasVideo: boolean): number {
  const [rate, per] = job.frameRate;
  return ((hasVideo ? job.segmentFrames - 0.5 : job.segmentFrames) * per) / rate;
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
  const isApart = hasAudioApart(job);
  const videoTracks = job.videoTracks.map((_, index) =>
    isApart ? [`v${index}`] : [`v${index}`, 'a0'],
  );
  const audioTracks = job.audioTracks.map((_, index) => [`a${index}`]);
  const streams = [...videoTracks, ...(isApart ? audioTracks : [])];
  return job.containers.flatMap((container) => streams.map((names) => sink(job, container, names)));
}

/** Seconds by which the end of an audio segment may lie behind that of the video segment: one audio frame. */
export function audioSlackSeconds(job: TranscodeJob): number {
  const lengths = job.audioTracks.map(
    ({ codecs, sampleRate }) => audioCodec(codecs).frameSamples / sampleRate,
  );
  return Math.max(...lengths);
}
