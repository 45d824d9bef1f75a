/**
 * Completes the output of an HLS muxer: checks the length of every segment, drops the AAC frame that the encoder delay
 * adds behind the last segment, measures the bit rates and writes the playlists.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import { AUDIO_NAME } from '../encode/encode-plan.ts';
import type { EncodeJob } from '../media-encoder.ts';
import { audioCodecs, videoCodecs } from './codecs.ts';
import {
  type Container,
  type EncodedMedia,
  type EncodedRendition,
  MEDIA_FILE,
  segmentPath,
} from './encoded-media.ts';
import { writeMasterText, writeMediaText } from './write-playlists.ts';

/** Samples of one AAC frame: an audio segment may be longer or shorter by this much at the very ends. */
const AAC_FRAME_SAMPLES = 1_024;

export async function finishPackage(
  folder: string,
  job: EncodeJob,
  engine: string,
): Promise<EncodedMedia> {
  const segmentSeconds = expectedSegments(job);
  const containers = job.outputs.filter((output): output is Container => output !== 'mp4');
  const names = [...job.renditions.map((rendition) => rendition.name), AUDIO_NAME];
  const measured = new Map<string, Measured>(names.map((name) => [name, { peakBps: 0, bytes: 0 }]));
  let bytes = 0;
  for (const container of containers) {
    for (const name of names) {
      const sizes = await finishRendition(folder, { engine, job, container, name, segmentSeconds });
      bytes += sizes.reduce((sum, size) => sum + size, 0);
      measured.set(name, worst(measured.get(name), sizes, segmentSeconds));
    }
  }
  const hasMp4 = job.outputs.includes('mp4');
  if (hasMp4) bytes += (await stat(join(folder, 'media.mp4'))).size;
  const renditions: EncodedRendition[] = [];
  for (const name of names) {
    const found = measured.get(name) ?? { peakBps: 0, bytes: 0 };
    renditions.push(await describe(folder, job, containers, name, found, segmentSeconds));
  }
  const media: EncodedMedia = {
    engine,
    frameRate: job.video.frameRate,
    segmentSeconds,
    renditions,
    containers,
    hasMp4,
    bytes,
  };
  for (const container of containers) {
    await writeFile(join(folder, container, 'master.m3u8'), writeMasterText(media, container));
  }
  await writeFile(join(folder, MEDIA_FILE), `${JSON.stringify(media, null, 1)}\n`);
  return media;
}

/** Seconds of each segment that the job must give. */
export function expectedSegments(job: EncodeJob): number[] {
  const { frameCount, frameRate } = job.video;
  const count = Math.ceil(frameCount / job.segmentFrames);
  return Array.from({ length: count }, (_, index) => {
    const frames = Math.min(job.segmentFrames, frameCount - index * job.segmentFrames);
    return Math.round((frames / frameRate) * 1e6) / 1e6;
  });
}

interface Measured {
  readonly peakBps: number;
  readonly bytes: number;
}

function worst(before: Measured | undefined, sizes: readonly number[], seconds: readonly number[]) {
  const peak = sizes.map((size, index) => (size * 8) / (seconds[index] ?? 1));
  return {
    peakBps: Math.ceil(Math.max(before?.peakBps ?? 0, ...peak)),
    bytes: Math.max(
      before?.bytes ?? 0,
      sizes.reduce((sum, size) => sum + size, 0),
    ),
  };
}

interface RenditionOnDisk {
  readonly engine: string;
  readonly job: EncodeJob;
  readonly container: Container;
  readonly name: string;
  readonly segmentSeconds: readonly number[];
}

/** Checks and trims one rendition, writes its playlist and gives the sizes of its segments. */
async function finishRendition(folder: string, on: RenditionOnDisk): Promise<number[]> {
  const { container, name, segmentSeconds, engine, job } = on;
  const playlist = join(folder, container, name, 'index.m3u8');
  const found = segmentLengths(await readFile(playlist, 'latin1'));
  const slack = name === AUDIO_NAME ? (2 * AAC_FRAME_SAMPLES) / job.audio.sampleRate : 0.001;
  const isWrong = segmentSeconds.some((seconds, index) => {
    const actual = found[index];
    return actual === undefined || Math.abs(actual - seconds) > slack;
  });
  if (isWrong) {
    const reason = `segments of ${container}/${name} are ${found.join(' ')} s, wanted ${segmentSeconds.join(' ')} s`;
    throw domainError('ENCODE_FAILED', { engine, reason });
  }
  const count = segmentSeconds.length;
  for (const file of await readdir(join(folder, container, name))) {
    if (Number.parseInt(file, 10) >= count) await rm(join(folder, container, name, file));
  }
  await writeFile(playlist, writeMediaText(container, segmentSeconds));
  return Promise.all(
    segmentSeconds.map(
      async (_, index) => (await stat(join(folder, segmentPath(container, name, index)))).size,
    ),
  );
}

function segmentLengths(playlist: string): number[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
}

async function describe(
  folder: string,
  job: EncodeJob,
  containers: readonly Container[],
  name: string,
  measured: Measured,
  segmentSeconds: readonly number[],
): Promise<EncodedRendition> {
  const seconds = segmentSeconds.reduce((sum, next) => sum + next, 0);
  const rates = {
    peakBps: measured.peakBps,
    averageBps: Math.ceil((measured.bytes * 8) / seconds),
  };
  const rendition = job.renditions.find((each) => each.name === name);
  if (rendition === undefined) {
    return { name, kind: 'audio', codecs: audioCodecs, width: 0, height: 0, ...rates };
  }
  const { width, height } = rendition;
  const codecs = await videoCodecs(folder, containers, name);
  return { name, kind: 'video', codecs, width, height, ...rates };
}
