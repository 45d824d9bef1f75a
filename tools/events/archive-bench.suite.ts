/** An installation with counted and archived events, for tests of commands. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lossGuides } from '@interlude/contract';
import { archiveIntake, intakeName, openArchiveStorage, runEngine } from '@interlude/event-archive';
import { createEventFileStore, createRollupStore } from '@interlude/persistence';
import { encodeEventFrames, foldEvents, type StitcherEvent } from '@interlude/reporting';
import { parseConfig } from '@interlude/runtime';
import { addTenant, fixedClock, templateDatabase } from '@interlude/testkit';
import type { Installation } from '../open-installation.ts';

export const minuteMs = 60_000;

/** The same number gives the same events. */
export function makeEvents(
  tenant: string,
  span: { readonly fromMs: number; readonly untilMs: number },
  count: number,
): StitcherEvent[] {
  const [reason = 'NO_ADS'] = Object.keys(lossGuides) as (keyof typeof lossGuides)[];
  const types = ['impression', 'complete', 'view', 'avail', 'skipped', 'break', 'beacons'] as const;
  return Array.from({ length: count }, (_, index): StitcherEvent => {
    const atMs = span.fromMs + Math.floor(((span.untilMs - span.fromMs) * index) / count);
    const type = types[index % types.length] ?? 'view';
    const usual = { type, atMs, tenant, channel: `c${index % 3}`, session: '', viewer: '' };
    if (type === 'break') {
      const sums = {
        startedAtMs: atMs - (index % 5) * minuteMs,
        ...(index % 2 === 0 && { announcedMs: 60_000 }),
        counts: { sessions: 2, offeredMs: 60_000, seenMs: 40_000 - index },
        losses: [{ reason, owner: lossGuides[reason].owner, lostMs: 20_000 + index, count: 1 }],
        demand: [],
      };
      return { ...usual, breakId: `b${index}`, sums };
    }
    if (type === 'beacons') {
      const beacons = {
        sent: 3,
        answered: 2,
        failed: 1,
        impressionsFailed: 1,
        impressionsRetried: 0,
      };
      return { ...usual, tracker: 'track.example', creative: `k${index % 4}`, beacons };
    }
    if (type === 'view') return { ...usual, durationMs: 10_000 + index };
    return {
      ...{ ...usual, viewer: `v${index % 40}`, session: `s${index % 40}`, device: 'TV' },
      ...{ country: index % 2 === 0 ? 'DE' : 'NP', durationMs: 15_000 },
      ...(index % 3 === 0 && { campaign: 'spring' }),
      ...(type === 'skipped' ? { reason: 'NEW_CREATIVE' } : { creative: `k${index % 4}` }),
    };
  });
}

export interface CommandBench extends Installation {
  readonly clock: ReturnType<typeof fixedClock>;
  readonly tenant: string;
  readonly other: string;
  /** Counts a segment of events and, by default, archives it. */
  count(
    place: { readonly writer: string; readonly seq: number },
    events: readonly StitcherEvent[],
    isArchived?: boolean,
  ): Promise<void>;
  /** Lines that the command has written. */
  readonly printed: string[];
  readonly io: {
    readonly print: (text: string) => void;
    readonly say: (text: string) => void;
  };
  readonly open: <T>(work: (installation: Installation) => Promise<T>) => Promise<T>;
  drop(): Promise<void>;
}

export async function openCommandBench(): Promise<CommandBench> {
  const clock = fixedClock();
  const made = await templateDatabase({ clock });
  const { database } = made;
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-command-'));
  const config = parseConfig({ INTERLUDE_DATA: dataFolder, EVENT_ARCHIVE: 'local' }, dataFolder);
  const archive = openArchiveStorage({ type: 'local', settings: {}, allow: [] }, dataFolder);
  const printed: string[] = [];
  const note = (text: string) => void printed.push(text);
  return {
    ...{ config, database, clock, printed, io: { print: note, say: note } },
    tenant: await addTenant(database, 'Example TV'),
    other: await addTenant(database, 'Other'),
    open: (work) => work({ config, database }),
    async count({ writer, seq }, events, isArchived = true) {
      const segmentAtMs = events.at(-1)?.atMs ?? 0;
      await createRollupStore(database).apply(foldEvents(events, { writer, seq, segmentAtMs }));
      if (!isArchived) return;
      const intake = join(dataFolder, 'event-archive', 'intake');
      await mkdir(intake, { recursive: true });
      const name = intakeName({ writer, seq, openedAtMs: segmentAtMs }) ?? '';
      await writeFile(join(intake, name), encodeEventFrames(events));
      await archiveIntake({
        ...{ storage: archive.storage, catalogue: createEventFileStore(database), runEngine },
        ...{
          workFolder: join(dataFolder, 'work'),
          now: () => clock.now(),
          limits: { gatherMs: 0 },
        },
      });
    },
    async drop() {
      await archive.close();
      await made.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
