/** Completes the output of the muxers: checks and measures segments, writes playlists and MPD. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containerFolder, packagedAudioTracks } from '../transcode/job-layout.ts';
import type { TranscodeSink } from '../transcode/plan-sinks.ts';
import { audioSlackSeconds } from '../transcode/plan-sinks.ts';
import type { TranscodeJob } from '../transcode/transcode-job.ts';
import type { TranscodePlan } from '../transcode/transcode-plan.ts';
import { videoCodecsIn } from './codecs.ts';
import type { Container } from './encoded-media.ts';
import type {
  EncodedPackage,
  PackagedFile,
  PackagedManifest,
  PackagedRendition,
} from './encoded-package.ts';
import { type ReadSink, readSink, segmentName } from './read-sink.ts';
import { writeMultivariantText } from './write-hls.ts';
import { type KeyFrames, writeKeyFrames } from './write-key-frames.ts';
import { type MpdRendition, writeMpdText } from './write-mpd.ts';
import { writeMediaText } from './write-playlists.ts';

/** Seconds of each segment that the job must give. */
export function segmentSecondsOf(
  plan: Pick<TranscodePlan, 'frames' | 'seconds' | 'segmentFrames'>,
) {
  const { frames, segmentFrames, seconds } = plan;
  const count = Math.ceil(frames / segmentFrames);
  return Array.from({ length: count }, (_, index) => {
    const own = Math.min(segmentFrames, frames - index * segmentFrames);
    return (own * seconds) / frames;
  });
}

/** The muxers make no folders. */
export async function prepareFolders(folder: string, plan: TranscodePlan): Promise<void> {
  for (const sink of plan.sinks) await mkdir(join(folder, sink.folder), { recursive: true });
}

/** @throws {DomainError} PACKAGE_FAULTY when a segment does not have the planned duration */
export async function finishTranscode(
  folder: string,
  job: TranscodeJob,
  plan: TranscodePlan,
  engine: string,
): Promise<EncodedPackage> {
  const segmentSeconds = segmentSecondsOf(plan);
  const expected = { segmentSeconds, slackSeconds: audioSlackSeconds(job) };
  const read: ReadSink[] = [];
  for (const sink of plan.sinks) {
    read.push(await readSink(folder, sink, expected));
    const playlist = join(folder, sink.folder, 'index.m3u8');
    await writeFile(playlist, writeMediaText(sink.container, segmentSeconds));
  }
  const renditions: PackagedRendition[] = [];
  for (const sinks of Map.groupBy(read, ({ sink }) => sink.streams[0] ?? '').values()) {
    renditions.push(await describe(folder, job, sinks, segmentSeconds));
  }
  const manifests = await writeManifests(folder, job, { read, renditions, segmentSeconds, plan });
  const files = await listFiles(folder, manifests);
  return {
    engine,
    durationSeconds: plan.seconds,
    segmentSeconds,
    renditions,
    manifests,
    files,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

async function describe(
  folder: string,
  job: TranscodeJob,
  sinks: readonly ReadSink[],
  segmentSeconds: readonly number[],
): Promise<PackagedRendition> {
  const [first] = sinks;
  const streams = first?.sink.streams ?? [];
  const target = (letter: string) => {
    const name = streams.find((stream) => stream.startsWith(letter));
    return name === undefined ? undefined : Number(name.slice(1));
  };
  const video = job.videoTracks[target('v') ?? -1];
  const audio = packagedAudioTracks(job)[target('a') ?? -1];
  const codecs = [
    ...(video && first ? [await codecsOf(folder, first.sink, video.codecs)] : []),
    ...(audio ? [audioCodecs(audio.codecs)] : []),
  ];
  const seconds = segmentSeconds.reduce((sum, next) => sum + next, 0);
  const peaks = sinks.flatMap(({ sizes }) =>
    sizes.map((size, index) => (size * 8) / (segmentSeconds[index] ?? 1)),
  );
  const totals = sinks.map(({ sizes }) => sizes.reduce((sum, size) => sum + size, 0));
  return {
    name: streams[0] ?? '',
    kind: video === undefined ? 'audio' : 'video',
    codecs: codecs.join(','),
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    peakBps: Math.ceil(Math.max(...peaks)),
    averageBps: Math.ceil((Math.max(...totals) * 8) / seconds),
    language: audio?.language ?? '',
    channels: audio?.channels ?? 0,
    sampleRate: audio?.sampleRate ?? 0,
  };
}

const audioCodecs = (requested: string) =>
  /^(ac-3|ec-3)$/.test(requested) ? requested : 'mp4a.40.2';

/** As encoded; HEVC in a transport stream is declared as requested. */
async function codecsOf(folder: string, sink: TranscodeSink, requested: string): Promise<string> {
  const file = sink.container === 'cmaf' ? `${sink.folder}/init.mp4` : segmentName(sink, 0);
  return videoCodecsIn(await readFile(join(folder, file)), sink.container) ?? requested;
}

interface Finished {
  readonly read: readonly ReadSink[];
  readonly renditions: readonly PackagedRendition[];
  readonly segmentSeconds: readonly number[];
  readonly plan: TranscodePlan;
}

async function writeManifests(
  folder: string,
  job: TranscodeJob,
  finished: Finished,
): Promise<PackagedManifest[]> {
  const written: PackagedManifest[] = [];
  const write = async (kind: PackagedManifest['kind'], container: Container, text: string) => {
    const name = kind === 'hls' ? 'master.m3u8' : 'manifest.mpd';
    const path = `${containerFolder(job, container)}${name}`;
    await writeFile(join(folder, path), text);
    written.push({ kind, container, path });
  };
  const { renditions, segmentSeconds, plan } = finished;
  const { frameRate } = job;
  if (job.manifests.includes('hls')) {
    for (const container of job.containers) {
      const own = plan.sinks.filter((sink) => job.iFrames && hasVideos(sink, container));
      const keyFrames: KeyFrames[] = [];
      for (const sink of own) {
        keyFrames.push(await writeKeyFrames(folder, sink, segmentSeconds));
      }
      const text = writeMultivariantText({ container, frameRate, renditions, keyFrames });
      await write('hls', container, text);
    }
  }
  if (job.manifests.includes('dash')) {
    const mpd = {
      durationSeconds: plan.seconds,
      segmentSeconds,
      frameRate,
      renditions: withTimes(finished),
    };
    await write('dash', 'cmaf', writeMpdText(mpd));
  }
  return written;
}

const hasVideos = (sink: TranscodeSink, container: Container) =>
  sink.container === container && sink.streams[0]?.startsWith('v') === true;

function withTimes({ read, renditions }: Finished): MpdRendition[] {
  return renditions.flatMap((rendition) => {
    const own = read.find(
      ({ sink }) => sink.container === 'cmaf' && sink.streams[0] === rendition.name,
    );
    const [times] = own?.tracks ?? [];
    return times === undefined ? [] : [{ ...rendition, times }];
  });
}

async function listFiles(
  folder: string,
  manifests: readonly PackagedManifest[],
): Promise<PackagedFile[]> {
  const last = new Set(manifests.map(({ path }) => path));
  const found: PackagedFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    found.push({ path, bytes: (await stat(full)).size });
  }
  return found.toSorted(
    (a, b) => Number(last.has(a.path)) - Number(last.has(b.path)) || (a.path < b.path ? -1 : 1),
  );
}
