/** Executes the encodings of the stand-in with the media engine of this machine. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type AudioTarget,
  chooseMediaProcessor,
  type MediaProcessor,
  type TranscodeJob,
  type VideoTarget,
} from '@interlude/media-engine';

type Body = Readonly<Record<string, unknown>>;

export interface DescribedMuxing {
  readonly kind: 'fmp4' | 'ts';
  /** Indexes into `streams`. */
  readonly streams: readonly number[];
  readonly outputPath: string;
}

export interface DescribedEncoding {
  /** Address of the source. */
  readonly source: string;
  /** In the order in which they were added. */
  readonly streams: readonly {
    readonly codec: string;
    readonly configuration: Body;
    readonly position: number;
  }[];
  readonly muxings: readonly DescribedMuxing[];
}

export interface MadeFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const numberOf = (body: Body, name: string): number => Number(body[name] ?? 0);

/** 25, or the fraction that is meant by 29.97. */
function fractionOf(rate: number): readonly [number, number] {
  return Number.isInteger(rate) ? [rate, 1] : [Math.round(rate * 1_001), 1_001];
}

const channelsOf: Readonly<Record<string, AudioTarget['channels']>> = {
  MONO: 1,
  STEREO: 2,
  CL_5_1: 6,
};

function videoOf({ configuration }: DescribedEncoding['streams'][number]): VideoTarget {
  return {
    width: numberOf(configuration, 'width'),
    height: numberOf(configuration, 'height'),
    bitrate: numberOf(configuration, 'bitrate'),
    codecs: configuration['profile'] === 'HIGH' ? 'avc1.64001f' : 'avc1.4d401e',
  };
}

const isVideo = ({ codec }: { readonly codec: string }) => codec.startsWith('video/');

function jobOf(
  { streams, muxings }: DescribedEncoding,
  info: TranscodeJob['info'],
  place: { readonly file: string; readonly folder: string },
): TranscodeJob {
  const videoTracks = streams.filter(isVideo);
  const audioTracks = streams.filter((stream) => !isVideo(stream));
  const first = videoTracks[0]?.configuration ?? {};
  return {
    ...place,
    info,
    videoTracks: videoTracks.map(videoOf),
    frameRate: fractionOf(numberOf(first, 'rate')),
    segmentFrames: numberOf(first, 'maxGop'),
    audioTracks: audioTracks.map(({ configuration, position }) => ({
      codecs: 'mp4a.40.2',
      channels: channelsOf[String(configuration['channelLayout'])] ?? 2,
      sampleRate: numberOf(configuration, 'rate'),
      bitrate: numberOf(configuration, 'bitrate'),
      language: '',
      source: info.audioTracks[position]?.stream ?? 'silence',
    })),
    separateAudio: muxings.every((muxing) => muxing.streams.length === 1),
    containers: [...new Set(muxings.map(({ kind }) => (kind === 'ts' ? 'ts' : 'cmaf')))],
    manifests: ['hls'],
    iFrames: false,
    preset: 'ultrafast',
  };
}

async function fetchSource(address: string, file: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok || answer.body === null) throw new Error(`The input answered ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
}

/** Name of the rendition: video and audio are numbered separately. */
function renditionOf({ streams }: DescribedEncoding, index: number): string {
  const stream = streams[index];
  const video = stream !== undefined && isVideo(stream);
  const before = streams.slice(0, index).filter((other) => isVideo(other) === video);
  return `${video ? 'v' : 'a'}${before.length}`;
}

async function filesOf(
  encoding: DescribedEncoding,
  processor: MediaProcessor,
  work: string,
): Promise<MadeFile[]> {
  const file = join(work, 'source');
  await fetchSource(encoding.source, file);
  const job = jobOf(encoding, await processor.probe(file), { file, folder: join(work, 'out') });
  const made = await processor.transcode(job);
  const files: MadeFile[] = [];
  for (const { streams, outputPath, kind } of encoding.muxings) {
    const container = job.containers[0] === (kind === 'ts' ? 'ts' : 'cmaf') ? '' : 'ts/';
    const folder = `${container}${renditionOf(encoding, streams[0] ?? 0)}/`;
    for (const { path } of made.files.filter((one) => one.path.startsWith(folder))) {
      const name = path.slice(folder.length);
      const bytes = await readFile(join(job.folder, path));
      files.push({ path: `${outputPath.replace(/\/$/, '')}/${name}`, bytes });
    }
  }
  return files;
}

/** @throws {Error} with the message of a failed encoding */
export async function encodeDescribed(encoding: DescribedEncoding): Promise<MadeFile[]> {
  const work = await mkdtemp(join(tmpdir(), 'interlude-bitmovin-'));
  try {
    return await filesOf(encoding, await chooseMediaProcessor(), work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
