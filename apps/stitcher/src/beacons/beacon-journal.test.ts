import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AvailContext } from '@interlude/ad-requests';
import type { Clock } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BeaconJournal } from './beacon-journal.ts';
import type { OwedRecord, ReachedRecord } from './journal-records.ts';
import { journalLimits } from './journal-writer.ts';

const clock = fixedClock(Date.UTC(2026, 10, 23, 12));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-beacons-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const journal = (
  onError: (error: unknown) => void = (error) => expect.fail(String(error)),
  at: Clock = clock,
) => new BeaconJournal({ folder, clock: at, secretKey: Buffer.alloc(32, 7), onError });

const reached = (...ids: readonly string[]): ReachedRecord => ({
  k: 'r',
  s: 'session',
  b: 'break',
  i: 0,
  e: 1,
  at: clock.now(),
  channel: 'c1',
  owed: ids.map((id): OwedRecord => [id, 'impression', `http://tracker.example/${id}`]),
  headers: '',
});

/** Makes this folder one of another host, whose last beat was so many seconds ago. */
async function moveElsewhere(name: string, silentSeconds: number): Promise<void> {
  const path = join(folder, name);
  const owner = 'v2 0b9c49d5-1d0f-4a2e-9f0a-6c1e3f6f0d11 1 abcdefghijkl';
  const at = Date.now() / 1000 - silentSeconds;
  for (const [file, text] of [
    ['owner', owner],
    ['beat', 'v2'],
  ] as const) {
    await writeFile(join(path, file), text);
    await utimes(join(path, file), at, at);
  }
}

const idsOf = (owed: readonly { readonly id: string }[]) => owed.map(({ id }) => id);

test('SEC-S54 a journal of another host is adopted when that host is silent, not while it lives', async () => {
  const gone = journal();
  await gone.start();
  await gone.write([reached('one', 'two'), { k: 't', id: 'one' }]);
  await gone.stop();
  const [name = expect.fail()] = await readdir(folder);
  await moveElsewhere(name, 5);
  const next = journal();
  expect(await next.start()).toEqual([]);
  expect(next.hasResumedPods).toBe(false);
  await moveElsewhere(name, 31);
  expect(idsOf(await next.adopt())).toEqual(['two']);
  expect(await next.adopt()).toEqual([]);
  await next.stop();
});

test('SEC-S54 a journal that cannot be read keeps no other one from being read', async () => {
  const gone = [journal(), journal()];
  for (const [index, one] of gone.entries()) {
    await one.start();
    await one.write([reached(`of ${index}`)]);
  }
  for (const one of gone) {
    await one.stop();
  }
  const [first = expect.fail()] = (await readdir(folder)).sort();
  const [log = expect.fail()] = (await readdir(join(folder, first))).filter((name) =>
    name.endsWith('.log'),
  );
  // Reading a folder fails (EISDIR), as a broken disk does (EIO).
  await rm(join(folder, first, log));
  await mkdir(join(folder, first, log));
  const errors: unknown[] = [];
  const next = journal((error) => errors.push(error));
  expect(idsOf(await next.start())).toHaveLength(1);
  expect(errors).toHaveLength(1);
  await next.stop();
});

test('SEC-S54 what was read of dead processes is forgotten when their files are too old', async () => {
  const time = fixedClock(clock.now());
  const gone = journal();
  await gone.start();
  const avail: AvailContext = {
    channelId: 'channel',
    sessionId: 'session',
    breakId: 'break',
    breakIndex: 1,
    breakPosition: 'mid',
    durationSeconds: 10,
    nowMs: 0,
    cachebuster: '12345678',
    transactionId: 'transaction',
    serverSideBeacons: true,
  };
  const pod = { startMs: 0, avail, placements: [], ads: [] };
  await gone.write([{ ...pod, k: 'p', s: 'session', b: 'break' }, reached('one')]);
  await gone.stop();
  const next = journal(undefined, time);
  await next.start();
  expect(next.hasResumedPods).toBe(true);
  time.advance(journalLimits.keepMs - 1);
  await next.adopt();
  expect(next.hasResumedPods).toBe(true);
  time.advance(2);
  await next.adopt();
  expect(next.hasResumedPods).toBe(false);
  await next.stop();
});

test('SEC-S54 a journal that another process has adopted is written in a new folder, every line of it', async () => {
  const own = journal();
  await own.start();
  await own.write([reached('before')]);
  const [taken = expect.fail()] = await readdir(folder);
  await moveElsewhere(taken, 0);
  const later = Date.now() + 60_000;
  const now = vi.spyOn(Date, 'now').mockReturnValue(later);
  await Promise.all([own.write([reached('one')]), own.write([reached('two')])]);
  now.mockRestore();
  await own.stop();
  const next = journal();
  expect(idsOf(await next.start()).sort()).toEqual(['one', 'two']);
  await next.stop();
});

test('B5 what was given to the journal before it stops is in it', async () => {
  const own = journal();
  await own.start();
  void own.write([reached('one')]);
  void own.write([{ k: 't', id: 'one' }]);
  void own.write([{ k: 'f', id: 'one' }]);
  await own.stop();
  const next = journal();
  expect(idsOf(await next.start())).toEqual(['one']);
  await next.stop();
});

test('B5 SEC-S54 a beacon that an adopter has sent is not sent again, whichever folder comes first', async () => {
  const first = journal();
  await first.start();
  await first.write([reached('one', 'two')]);
  await first.stop();
  const second = journal();
  expect(idsOf(await second.start())).toEqual(['one', 'two']);
  await second.write([{ k: 't', id: 'one' }]);
  await second.stop();
  const adopted = (await readdir(folder)).find((name) => name.endsWith('.1')) ?? expect.fail();
  await moveElsewhere(adopted, 5);
  const third = journal();
  expect(await third.start()).toEqual([]);
  await moveElsewhere(adopted, 31);
  expect(idsOf(await third.adopt())).toEqual(['two']);
  await third.stop();
});
