/**
 * The archive of events: a day of one company in five groups of segments, converted, merged, queried and folded again.
 * `BENCH_EVENTS` sets the number of events (1,000,000).
 */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldDay, type LocalFiles, queryEvents, runEngine } from '@interlude/event-archive';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { againstTarget, type BenchRow } from './bench-row.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const groups = 5;
const segmentEvents = 20_000;
const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 22);

const types: readonly StitcherEvent['type'][] = [
  ...(['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const),
  ...(['avail', 'adRequest', 'sessionStart', 'sessionEnd'] as const),
];

/** Viewers come as they do: a session has its events one after another. */
function madeEvent(index: number): StitcherEvent {
  const session = Math.floor(index / 40);
  const hash = Math.imul(session + 1, 2_654_435_761) >>> 0;
  const hex = hash.toString(16).padStart(8, '0');
  return {
    type: types[index % types.length] ?? 'impression',
    atMs: Math.floor(startMs + (index * dayMs) / events),
    tenant: 'company',
    channel: `channel-${hash % 10}`,
    session: `${hex}${hex}${hex}`,
    viewer: `${hex}${hex}`,
    creative: `creative-${(index >> 3) % 300}`,
    campaign: `campaign-${(index >> 3) % 20}`,
    breakId: `break-${Math.floor(index / 5_000)}`,
    slot: (index >> 3) % 4,
    durationMs: 10_000,
    country: ['DE', 'AT', 'CH', 'FR'][hash % 4],
    device: `device ${hash % 12}`,
  };
}

async function writeSegments(folder: string, fromIndex: number, untilIndex: number) {
  const segments = [];
  for (let from = fromIndex; from < untilIndex; from += segmentEvents) {
    const count = Math.min(segmentEvents, untilIndex - from);
    const made = Array.from({ length: count }, (_, place) => madeEvent(from + place));
    const seq = Math.floor(from / segmentEvents) + 1;
    const path = join(folder, `${seq}.seg`);
    await writeFile(path, encodeEventFrames(made));
    segments.push({ writer: 'writer', seq, openedAtMs: made.at(-1)?.atMs ?? 0, path });
  }
  return segments;
}

async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly answer: T }> {
  const startedMs = performance.now();
  const answer = await work();
  return { ms: performance.now() - startedMs, answer };
}

export async function benchArchive(): Promise<BenchRow[]> {
  const root = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  try {
    const perMillion = (ms: number) => (ms / 1_000 / events) * 1_000_000;
    let [convertMs, memory] = [0, 0];
    const paths: string[] = [];
    for (let group = 0; group < groups; group += 1) {
      const folder = join(root, String(group));
      await mkdir(folder);
      const [from, until] = [group, group + 1].map((at) => Math.floor((events * at) / groups));
      const segments = await writeSegments(folder, from ?? 0, until ?? 0);
      const { ms, answer } = await timed(() => runEngine({ kind: 'convert', segments, folder }));
      convertMs += ms;
      memory = Math.max(memory, answer.memoryBytes);
      paths.push(...answer.files.map(({ path }) => path));
    }
    const folder = join(root, 'merged');
    await mkdir(folder);
    const merged = await timed(() => runEngine({ kind: 'compact', files: paths, folder }));
    const [file] = merged.answer.files;
    const bytes = (await stat(file?.path ?? '')).size;
    const files: LocalFiles = { paths: [file?.path ?? ''], folder, remove: async () => undefined };
    const asked = await timed(() =>
      queryEvents(
        files,
        'select channel, type, count(*), count(distinct viewer) from events group by all',
      ),
    );
    const day = startMs / dayMs;
    const span = { tenantId: 'company', day, fromMs: startMs, untilMs: startMs + dayMs };
    const folded = await timed(() => foldDay(files, { ...span, withBreaks: true }));
    if (folded.answer.events !== events || file?.rows !== events)
      throw new Error('events are missing');
    const seconds = (what: string, ms: number, value: number) =>
      againstTarget(what, perMillion(ms), { value, unit: 's', better: 'lower' });
    return [
      seconds('a million events converted', convertMs, 20),
      seconds('a million events merged', merged.ms, 10),
      seconds('a million events read and folded', folded.ms, 20),
      againstTarget('a question over all of them', asked.ms / 1_000, {
        ...{ value: 2, unit: 's', better: 'lower' },
      }),
      againstTarget('bytes of an event', bytes / events, {
        ...{ value: 20, unit: 'B', better: 'lower' },
      }),
      againstTarget(
        'memory of a process that converts or merges',
        Math.max(memory, merged.answer.memoryBytes) / 1e6,
        {
          ...{ value: 700, unit: 'MB', better: 'lower' },
        },
      ),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
