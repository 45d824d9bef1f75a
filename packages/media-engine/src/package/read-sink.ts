/** Reads the output of one muxer: the duration of every segment, checked against the plan. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { TranscodeSink } from '../transcode/plan-sinks.ts';
import { readFragments } from './fragments.ts';
import { readTracks, type Track } from './mp4-boxes.ts';

/** Runs of segments of one track, in its own ticks. */
export interface TrackTimes {
  readonly kind: Track['kind'];
  readonly timescale: number;
  readonly starts: readonly number[];
  readonly durations: readonly number[];
}

export interface ReadSink {
  readonly sink: TranscodeSink;
  /** Bytes of every segment. */
  readonly sizes: readonly number[];
  /** Of CMAF only. */
  readonly tracks: readonly TrackTimes[];
}

export interface Expected {
  readonly segmentSeconds: readonly number[];
  /** Seconds by which the cut of audio may differ from the video's. */
  readonly slackSeconds: number;
}

/** A tick or the sixth decimal of a second. */
const ROUNDING_SECONDS = 0.0001;

export const segmentName = (sink: TranscodeSink, index: number) =>
  `${sink.folder}/${index}.${sink.container === 'cmaf' ? 'm4s' : 'ts'}`;

const faulty = (reason: string) => domainError('PACKAGE_FAULTY', { reason });

/** @throws {DomainError} PACKAGE_FAULTY */
export async function readSink(
  folder: string,
  sink: TranscodeSink,
  expected: Expected,
): Promise<ReadSink> {
  const count = expected.segmentSeconds.length;
  await dropLeftovers(folder, sink, count);
  const sizes = await Promise.all(
    expected.segmentSeconds.map((_, index) => sizeOf(join(folder, segmentName(sink, index)))),
  );
  if (sizes.includes(0)) {
    throw faulty(`${sink.folder} has ${sizes.indexOf(0)} segments instead of ${count}`);
  }
  if (sink.container === 'ts') {
    await checkPlaylist(folder, sink, expected);
    return { sink, sizes, tracks: [] };
  }
  const tracks = await readTimes(folder, sink, count);
  for (const track of tracks) checkTimes(sink, track, expected);
  return { sink, sizes, tracks };
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** An audio frame behind the last frame makes a segment of its own. */
async function dropLeftovers(folder: string, sink: TranscodeSink, count: number): Promise<void> {
  for (const file of await readdir(join(folder, sink.folder))) {
    if (Number.parseInt(file, 10) >= count) await rm(join(folder, sink.folder, file));
  }
}

async function checkPlaylist(folder: string, sink: TranscodeSink, expected: Expected) {
  const playlist = await readFile(join(folder, sink.folder, 'index.m3u8'), 'latin1');
  const found = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
  const hasVideos = sink.streams[0]?.startsWith('v') === true;
  let foundAt = 0;
  let wantedAt = 0;
  for (const [index, wanted] of expected.segmentSeconds.entries()) {
    foundAt += found[index] ?? 0;
    wantedAt += wanted;
    // The end of the last one is where the encoder ended, with or without its last audio frame.
    const isLast = index === expected.segmentSeconds.length - 1;
    const slack = hasVideos && !isLast ? 0.001 : expected.slackSeconds + 0.05;
    if (Math.abs(foundAt - wantedAt) > slack) {
      throw faulty(`segment ${index} of ${sink.folder} ends at ${foundAt} s, not ${wantedAt} s`);
    }
  }
}

async function readTimes(folder: string, sink: TranscodeSink, count: number) {
  const tracks = readTracks(await readFile(join(folder, sink.folder, 'init.mp4')));
  const times = tracks.map(({ id, kind, timescale }) => ({
    id,
    kind,
    timescale,
    starts: [] as number[],
    durations: [] as number[],
  }));
  for (let index = 0; index < count; index += 1) {
    const fragments = readFragments(await readFile(join(folder, segmentName(sink, index))), tracks);
    for (const track of times) {
      const own = fragments.filter(({ trackId }) => trackId === track.id);
      const [first] = own;
      if (first === undefined) throw faulty(`segment ${index} of ${sink.folder} lacks a track`);
      if (!first.startsWithSync) {
        throw faulty(`segment ${index} of ${sink.folder} does not start with a key frame`);
      }
      track.starts.push(first.start);
      track.durations.push(own.reduce((sum, { duration }) => sum + duration, 0));
    }
  }
  return times;
}

function checkTimes(sink: TranscodeSink, track: TrackTimes, expected: Expected): void {
  const slack = (track.kind === 'audio' ? expected.slackSeconds : 0) + ROUNDING_SECONDS;
  let wantedAt = 0;
  let end = 0;
  for (const [index, wanted] of expected.segmentSeconds.entries()) {
    const start = track.starts[index] ?? 0;
    const at = start / track.timescale;
    if (start !== end || Math.abs(at - wantedAt) > slack) {
      throw faulty(`segment ${index} of ${sink.folder} starts at ${at} s, not ${wantedAt} s`);
    }
    wantedAt += wanted;
    end = start + (track.durations[index] ?? 0);
  }
  const endAt = end / track.timescale;
  if (Math.abs(endAt - wantedAt) > slack * 2) {
    throw faulty(`${sink.folder} ends at ${endAt} s, not at ${wantedAt} s`);
  }
}
