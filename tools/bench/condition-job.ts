/** The creative of the bench and its output: 30 s of 1080p with audio, four renditions. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoudnessTarget, MediaProcessor } from '@interlude/media-engine';

export const SECONDS = 30;
export const SEGMENT_FRAMES = 48;
export const FRAME_RATE = 25;
export const PRESET = 'veryfast';
export const AUDIO_BPS = 128_000;
export const loudness: LoudnessTarget = { integrated: -23, range: 11, truePeak: -1 };

export const videoTracks = [
  { width: 1920, height: 1080, bitrate: 4_500_000, codecs: 'avc1.640028' },
  { width: 1280, height: 720, bitrate: 2_500_000, codecs: 'avc1.64001f' },
  { width: 960, height: 540, bitrate: 1_400_000, codecs: 'avc1.4d401f' },
  { width: 640, height: 360, bitrate: 700_000, codecs: 'avc1.4d401e' },
] as const;

/** Moving video with camera-like noise, and a tone of changing volume. */
export async function makeCreative(folder: string, seconds: number): Promise<string> {
  const file = join(folder, 'creative.mp4');
  const video = `testsrc2=size=1920x1080:rate=${FRAME_RATE}:duration=${seconds},noise=alls=6:allf=t`;
  const audio = `sine=frequency=440:sample_rate=48000:duration=${seconds},volume='0.4+0.3*sin(t)':eval=frame`;
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', audio],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '12M', '-c:a', 'aac', '-ac', '2', file],
  ]);
  return file;
}

/** The work of a worker from the file on disk to the package on disk. */
export async function conditionWith(
  processor: MediaProcessor,
  file: string,
  folder: string,
): Promise<readonly number[]> {
  const info = await processor.probe(file);
  const measure = await processor.measureLoudness(file, loudness);
  const made = await processor.transcode({
    file,
    info,
    folder,
    videoTracks,
    frameRate: [FRAME_RATE, 1],
    segmentFrames: SEGMENT_FRAMES,
    audioTracks: [
      {
        codecs: 'mp4a.40.2',
        channels: 2,
        sampleRate: 48_000,
        bitrate: AUDIO_BPS,
        language: 'en',
        source: info.audioTracks[0]?.stream ?? 'silence',
        loudness: measure === 'silent' ? undefined : { target: loudness, measure },
      },
    ],
    separateAudio: true,
    containers: ['cmaf'],
    manifests: ['hls'],
    iFrames: false,
    preset: PRESET,
  });
  return made.segmentSeconds;
}
