import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStorage } from '@interlude/object-storage';
import {
  type Batch,
  BatchRefused,
  decodeEventFrames,
  encodeEventFrames,
  type StitcherEvent,
} from '@interlude/reporting';
import { createEgress } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventIntake, sendIntake } from './event-intake.ts';
import { forgetCompanies } from './forget-companies.ts';
import { replaySetAside } from './replay-set-aside.ts';
import { SetAside } from './set-aside.ts';
import { SpoolShipper } from './spool-shipper.ts';

let data: string;
let intake: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'interlude-intake-'));
  intake = join(data, 'event-archive', 'intake');
  await mkdir(join(data, 'spool', 'writer'), { recursive: true });
});
afterEach(() => rm(data, { recursive: true, force: true }));

const atMs = Date.UTC(2026, 10, 23, 12);
const event = (slot: number, tenant = 't'): StitcherEvent => ({
  ...{ type: 'impression', atMs, tenant, channel: 'c', session: 's', viewer: '', slot },
});
const isFaulty = (batch: Batch) => batch.rows.some(({ tenant }) => tenant === 'faulty');

function shipper(apply: (batch: Batch) => Promise<unknown>, waitingBytes?: number) {
  const notArchived: number[] = [];
  const nothing = () => undefined;
  const made = new SpoolShipper({
    ...{ folder: join(data, 'spool'), writer: 'writer', apply, aside: new SetAside(data) },
    fits: async (batch) => !isFaulty(batch),
    intake: new EventIntake({ dataFolder: data, waitingBytes }),
    report: {
      ...{ shipped: nothing, waiting: nothing, resumed: nothing, damaged: nothing },
      ...{ unreadable: nothing, lost: nothing, recovering: nothing, setAside: nothing },
      notArchived: (_, events) => void notArchived.push(events),
    },
  });
  return Object.assign(made, { notArchived });
}

const segment = (seq: number, events: readonly StitcherEvent[]) =>
  writeFile(
    join(data, 'spool', 'writer', `${String(seq).padStart(10, '0')}-${atMs}.seg`),
    encodeEventFrames(events),
  );
const slots = async (name: string) =>
  decodeEventFrames(await readFile(join(intake, name))).events.map(({ slot }) => slot);
const name = (seq: number) => `writer-${String(seq).padStart(10, '0')}-${atMs}.seg`;

describe('SEC-S123 what a spool has counted', () => {
  test('goes on to the archive whole, once', async () => {
    await segment(1, [event(0), event(1)]);
    await shipper(async () => true).stop();
    // Counted before, by a process that was killed before it moved the segment to the intake.
    await segment(2, [event(2)]);
    await shipper(async () => false).stop();
    expect(await readdir(intake)).toEqual([name(1), name(2)]);
    expect(await slots(name(1))).toEqual([0, 1]);
    expect(await readdir(join(data, 'spool', 'writer'))).toEqual([]);
  });

  test('is archived without the events that are set aside, and these when they are replayed', async () => {
    const refuse = async (batch: Batch) => {
      if (isFaulty(batch)) throw new BatchRefused('no', undefined);
      return true;
    };
    await segment(1, [event(0), event(1, 'faulty'), event(2)]);
    await shipper(refuse).stop();
    expect(await slots(name(1))).toEqual([0, 2]);
    await replaySetAside({ dataFolder: data, applyBatch: async () => true, isArchived: true });
    const aside = `writer.aside-1-${String(1).padStart(10, '0')}-${atMs}.seg`;
    expect((await readdir(intake)).sort()).toEqual([name(1), aside].sort());
    expect(await slots(aside)).toEqual([1]);
  });

  test('is counted and not archived when too much waits: the spool goes on', async () => {
    await segment(1, [event(0)]);
    await segment(2, [event(1)]);
    const small = shipper(async () => true, 1.5 * encodeEventFrames([event(0)]).length);
    await small.stop();
    expect(small.notArchived).toEqual([1]);
    expect(await readdir(intake)).toEqual([name(1)]);
    expect(await readdir(join(data, 'spool', 'writer'))).toEqual([]);
  });

  test('is sent to a remote archive and leaves this disk', async () => {
    await segment(1, [event(0)]);
    await shipper(async () => true).stop();
    const egress = createEgress();
    const remote = { egress, dataFolder: data, localFolder: 'remote' };
    const storage = createObjectStorage({ type: 'local', settings: {} }, remote);
    expect(await sendIntake(intake, storage)).toBe(1);
    expect(await sendIntake(intake, storage)).toBe(0);
    expect(await readdir(intake)).toEqual([]);
    expect(await readdir(join(data, 'remote', 'intake'))).toEqual([`${name(1)}.zst`]);
    await egress.close();
  });
});

test('SEC-S124 events of an erased company leave the files that would keep them', async () => {
  await segment(1, [event(0), event(1, 'gone')]);
  await shipper(async () => true).stop();
  const aside = new SetAside(data);
  const place = { writer: 'other', seq: 1, openedAtMs: atMs };
  await aside.write(place, [event(2), event(3, 'gone')]);
  await aside.keep(place);
  expect(await forgetCompanies(data, new Set(['gone']))).toBe(2);
  expect(await slots(name(1))).toEqual([0]);
  const [file, ...more] = await aside.look();
  expect([file?.events, more]).toEqual([1, []]);
  expect(await forgetCompanies(data, new Set(['gone']))).toBe(0);
});
