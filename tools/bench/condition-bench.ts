/**
 * Time until a new creative is ready: read, measured, encoded and packaged by each engine, and by the ffmpeg command
 * line for comparison. All take turns; the segments have to be the same.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseMediaProcessor } from '@interlude/media-engine';
import { type BenchRow, median } from './bench-row.ts';
import { conditionByHand } from './condition-command.ts';
import { conditionWith, makeCreative, SECONDS } from './condition-job.ts';

const ROUNDS = 3;
const TARGET_RATIO = 0.95;
/** Clock ticks a second that /proc counts in (USER_HZ). */
const TICKS_PER_SECOND = 100;

type Work = (file: string, folder: string) => Promise<readonly number[]>;

/** User and system time of all children of this process that have ended, seconds. */
async function childrenSeconds(): Promise<number> {
  const text = await readFile('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

interface Timed {
  readonly name: string;
  readonly work: Work;
  readonly wall: number[];
  readonly cpu: number[];
  segments: string;
}

async function time(timed: Timed, file: string, folder: string): Promise<void> {
  const startMs = performance.now();
  const startCpu = await childrenSeconds();
  const seconds = await timed.work(file, join(folder, timed.name));
  timed.wall.push((performance.now() - startMs) / 1_000);
  timed.cpu.push((await childrenSeconds()) - startCpu);
  timed.segments = seconds.map((one) => one.toFixed(2)).join(' ');
}

function row(what: string, ours: number, theirs: number, target: number | undefined): BenchRow {
  const ratio = theirs / ours;
  return {
    what,
    ours: `${ours.toFixed(1)} s`,
    peer: `${theirs.toFixed(1)} s, ffmpeg by hand`,
    ratio,
    better: 'higher',
    isTargetMet: target === undefined || ratio >= target,
  };
}

async function enginesHere(): Promise<Timed[]> {
  const found: Timed[] = [];
  for (const engine of ['ffmpeg', 'node-av'] as const) {
    const processor = await chooseMediaProcessor({ engine }).catch(() => undefined);
    if (processor === undefined) continue;
    const work: Work = (file, folder) => conditionWith(processor, file, folder);
    found.push({ name: engine, work, wall: [], cpu: [], segments: '' });
  }
  return found;
}

/** @param seconds of the creative */
export async function benchCondition(seconds = SECONDS, rounds = ROUNDS): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  try {
    const file = await makeCreative(folder, seconds);
    const hand: Timed = { name: 'hand', work: conditionByHand, wall: [], cpu: [], segments: '' };
    const engines = await enginesHere();
    for (let round = 0; round < rounds; round += 1) {
      for (const timed of [hand, ...engines]) await time(timed, file, folder);
    }
    const other = engines.find(({ segments }) => segments !== hand.segments);
    if (other !== undefined) {
      throw new Error(`${other.name} cut ${other.segments}, by hand it is ${hand.segments}.`);
    }
    const best = Math.min(...engines.map(({ wall }) => median(wall)));
    return engines.flatMap(({ name, wall, cpu }) => {
      const target = median(wall) === best ? TARGET_RATIO : undefined;
      return [
        row(
          `${name}: ${seconds} s creative, 4 renditions, ready after`,
          median(wall),
          median(hand.wall),
          target,
        ),
        row(`${name}: processor time of it`, median(cpu), median(hand.cpu), undefined),
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
