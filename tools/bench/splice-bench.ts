/**
 * Processor time of decoding a splice: the smallest rendition of the lab, and 720p for a ladder without a smaller one,
 * each with separate audio, both sides in one child process. Reported by the child, as the budget counts it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chooseMediaEncoder,
  chooseSpliceReader,
  isUnread,
  type RawAudio,
  type RawVideo,
  type SpliceSideBytes,
  segmentPath,
} from '@interlude/media-engine';
import { spliceBudget } from '../../apps/monitor/src/splices/splice-budget.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';

const rounds = 7;
const frameRate = 25;
/** As those of the lab: 3.84 s. */
const segmentFrames = 96;
const frameCount = 2 * segmentFrames;
/** Splices of a break of three ads, and of one a minute. */
const wantedAMinute = 4;
const minuteMs = 60_000;

function video(width: number, height: number): RawVideo {
  return {
    ...{ width, height, frameRate, frameCount },
    *frames() {
      const frame = new Uint8Array((width * height * 3) / 2).fill(128);
      for (let index = 0; index < frameCount; index += 1) {
        for (let at = 0; at < width * height; at += 1)
          frame[at] = 16 + ((at * 7 + Math.floor(at / width) * 3 + index * 5) % 200);
        yield frame;
      }
    },
  };
}

const audio: RawAudio = {
  sampleRate: 48_000,
  *samples() {
    for (let block = 0; block < frameCount; block += 1) {
      const samples = new Int16Array((48_000 / frameRate) * 2);
      for (let at = 0; at < samples.length; at += 1)
        samples[at] = 6_000 * Math.sin((block * samples.length + at) / 20);
      yield new Uint8Array(samples.buffer);
    }
  },
};

async function sidesOf(folder: string, width: number, height: number): Promise<SpliceSideBytes[]> {
  const encoder = await chooseMediaEncoder();
  await encoder.encode({
    ...{ folder, audio, segmentFrames, audioBitrateBps: 96_000, preset: 'superfast' },
    video: video(width, height),
    renditions: [{ name: 'v0', width, height, bitrateBps: width * height * 2 }],
    outputs: ['cmaf'],
  });
  const read = async (rendition: string, index: number) =>
    Buffer.concat([
      await readFile(join(folder, 'cmaf', rendition, 'init.mp4')),
      await readFile(join(folder, segmentPath('cmaf', rendition, index))),
    ]);
  return [
    { video: await read('v0', 0), audio: await read('audio', 0), end: 'last' },
    { video: await read('v0', 1), audio: await read('audio', 1), end: 'first' },
  ];
}

async function costOf(width: number, height: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'splice-bench-'));
  try {
    const reader = await chooseSpliceReader(undefined);
    const sides = await sidesOf(join(folder, 'media'), width, height);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const reading = await reader.read(sides, new AbortController().signal);
      const unread = reading.sides.find(isUnread);
      if (unread !== undefined) throw new Error(unread.problem);
      costs.push(reading.cpuMs);
    }
    const cpuMs = median(costs);
    const aMinute = (minuteMs * spliceBudget.share) / cpuMs;
    const what = `a splice of ${width}x${height}`;
    return [
      againstTarget(`${what}: processor`, cpuMs, {
        ...{ value: spliceBudget.savedMs / wantedAMinute, unit: 'ms', better: 'lower' },
      }),
      againstTarget(`${what}: within 5 % of a core`, aMinute, {
        ...{ value: wantedAMinute, unit: 'a minute', better: 'higher' },
      }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures both sizes, one after the other. */
export async function benchSplices(): Promise<BenchRow[]> {
  return [...(await costOf(416, 234)), ...(await costOf(1280, 720))];
}
