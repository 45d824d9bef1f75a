/** A small job: two renditions, one audio track, segments of 1.92 s that cut video and audio alike. */
import type { MediaInfo } from '../media-info.ts';
import type { TranscodeJob } from '../transcode/transcode-job.ts';

interface Source {
  readonly file: string;
  readonly info: MediaInfo;
  readonly folder: string;
}

export function buildTranscodeJob(
  { file, info, folder }: Source,
  changes: Partial<TranscodeJob> = {},
): TranscodeJob {
  return {
    file,
    info,
    folder,
    videoTracks: [
      { width: 320, height: 180, bitrate: 300_000, codecs: 'avc1.4d401e' },
      { width: 160, height: 90, bitrate: 100_000, codecs: 'avc1.42c015' },
    ],
    frameRate: [25, 1],
    segmentFrames: 48,
    audioTracks: [
      {
        codecs: 'mp4a.40.2',
        channels: 2,
        sampleRate: 48_000,
        bitrate: 96_000,
        language: 'en',
        source: info.audioTracks[0]?.stream ?? 'silence',
      },
    ],
    separateAudio: true,
    containers: ['cmaf'],
    manifests: ['hls'],
    iFrames: false,
    preset: 'superfast',
    ...changes,
  };
}
