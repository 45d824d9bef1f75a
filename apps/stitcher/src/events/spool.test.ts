import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Batch, encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { systemClock } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SetAside } from './set-aside.ts';
import { SpoolShipper } from './spool-shipper.ts';
import type { SpoolLimits } from './spool-writer.ts';
import { SpoolWriter } from './spool-writer.ts';

let data: string;
let folder: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'interlude-spool-'));
  folder = join(data, 'spool');
  await mkdir(folder);
});
afterEach(() => rm(data, { recursive: true, force: true }));

const impression = (session: string): StitcherEvent => ({
  type: 'impression',
  atMs: Date.now(),
  tenant: 't',
  channel: 'c',
  session,
  viewer: '',
});

function silentReport() {
  const lost: number[] = [];
  const states: string[] = [];
  return {
    lost,
    states,
    report: {
      refused: () => void states.push('refused'),
      recovered: () => void states.push('recovered'),
      lost: (events: number) => void lost.push(events),
      shipped: () => undefined,
      waiting: () => void states.push('waiting'),
      resumed: () => void states.push('resumed'),
      damaged: () => void states.push('damaged'),
      recovering: () => void states.push('recovering'),
      unreadable: () => void states.push('unreadable'),
      setAside: (_: unknown, events: number) => void states.push(`set aside ${events}`),
      taken: () => void states.push('taken'),
    },
  };
}

function ledger() {
  const batches = new Map<string, Batch>();
  return {
    batches,
    apply: async (batch: Batch) => {
      batches.set(`${batch.writer}.${batch.seq}`, batch);
    },
    impressions: () =>
      [...batches.values()]
        .flatMap(({ rows }) => rows)
        .filter(({ grain, dimension }) => grain === 'hour' && dimension === 'total')
        .reduce((sum, { counters }) => sum + counters.impressions, 0),
  };
}

async function spool(
  options: {
    limits?: Partial<SpoolLimits>;
    apply?: (batch: Batch) => Promise<unknown>;
    waitingBytes?: () => number;
  } = {},
) {
  const silent = silentReport();
  const store = ledger();
  const writerName = `writer-${Math.random().toString(36).slice(2)}`;
  const shipper = new SpoolShipper({
    folder,
    get writer() {
      return writer.writer;
    },
    apply: options.apply ?? store.apply,
    aside: new SetAside(data),
    report: silent.report,
    retryMs: { first: 5, last: 20 },
  });
  const writer: SpoolWriter = new SpoolWriter({
    folder,
    writer: writerName,
    clock: systemClock,
    report: silent.report,
    onSegment: () => void shipper.ship(),
    waitingBytes: options.waitingBytes ?? (() => shipper.waitingBytes),
    limits: { rotateAfterMs: 60_000, ...options.limits },
  });
  await writer.start();
  return { writer, shipper, store, writerName, ...silent };
}

describe('the spool', () => {
  test('ships what was written, once, and leaves no file behind', async () => {
    const { writer, shipper, store, writerName } = await spool();
    const written = await Promise.all(
      Array.from({ length: 100 }, (_, index) => writer.append([impression(`s${index}`)])),
    );
    expect(written.every(Boolean)).toBe(true);
    await writer.stop();
    await shipper.stop();
    expect(store.impressions()).toBe(100);
    expect(store.batches.size).toBe(1);
    expect(await readdir(join(folder, writerName))).toEqual(['alive', 'beat', 'owner']);
  });

  test('closes segments by size however fast events come', async () => {
    const { writer, shipper, store } = await spool({ limits: { rotateAfterEvents: 100 } });
    for (let index = 0; index < 1_000; index += 10) {
      await writer.append(Array.from({ length: 10 }, () => impression('s')));
    }
    await writer.stop();
    await shipper.stop();
    expect(store.batches.size).toBe(10);
    expect(store.impressions()).toBe(1_000);
  });

  test('takes events while the disk takes its time to sync segments, and ships these in order', async () => {
    const synced = Promise.withResolvers<void>();
    const silent = silentReport();
    const shipped: string[] = [];
    const writer = new SpoolWriter({
      ...{ folder, writer: 'w', clock: systemClock, report: silent.report },
      onSegment: () => void shipped.push('one'),
      waitingBytes: () => 0,
      limits: { rotateAfterEvents: 1, rotateAfterMs: 60_000 },
      openFile: async (path) => {
        const file = await open(path, 'wx');
        return Object.assign(file, { datasync: () => synced.promise });
      },
    });
    await writer.start();
    for (const session of ['1', '2', '3']) {
      expect(await writer.append([impression(session)])).toBe(true);
    }
    expect([shipped, silent.lost]).toEqual([[], []]);
    synced.resolve();
    await writer.stop();
    expect(shipped).toHaveLength(3);
    expect((await readdir(join(folder, 'w'))).filter((name) => name.endsWith('.seg'))).toHaveLength(
      3,
    );
  });

  test('closes a segment by time when something is in it', async () => {
    const shipped = Promise.withResolvers<Batch>();
    const { writer } = await spool({
      limits: { rotateAfterMs: 20 },
      apply: async (batch) => shipped.resolve(batch),
    });
    await writer.append([impression('s')]);
    expect((await shipped.promise).usage[0]?.adEvents).toBe(1);
    await writer.stop();
  });

  test('REL-R3 waits for a database that is away, in order, and says so once', async () => {
    let away = 3;
    const store = ledger();
    const all = Promise.withResolvers<void>();
    const { writer, shipper, states } = await spool({
      apply: async (batch) => {
        if (away > 0) {
          away -= 1;
          throw new Error('the database is away');
        }
        await store.apply(batch);
        if (store.batches.size === 2) {
          all.resolve();
        }
      },
    });
    await writer.append([impression('a')]);
    await writer.rotate();
    await writer.append([impression('b')]);
    await writer.rotate();
    await all.promise;
    await shipper.stop();
    await writer.stop();
    expect(store.impressions()).toBe(2);
    expect(states).toEqual(['waiting', 'resumed']);
  });

  test('a disk that refuses: events wait in memory, then none is lost', async () => {
    await writeFile(join(folder, 'blocked'), '');
    const silent = silentReport();
    const store = ledger();
    let blocked = true;
    const recovered = Promise.withResolvers<void>();
    const real = await spool();
    const writer = new SpoolWriter({
      // A file stands where the folder should be, so that opening a segment fails (ENOTDIR).
      get folder() {
        return blocked ? join(folder, 'blocked') : folder;
      },
      writer: 'w',
      clock: systemClock,
      report: { ...silent.report, recovered: () => recovered.resolve() },
      onSegment: () => undefined,
      waitingBytes: () => 0,
      limits: { retryWriteAfterMs: 5, unwrittenEvents: 3 },
    });
    await writer.start();
    expect(await writer.append([impression('1')])).toBe(false);
    expect(await writer.append([impression('2'), impression('3')])).toBe(false);
    expect(await writer.append([impression('4')])).toBe(false);
    expect(silent.states).toEqual(['refused']);
    expect(silent.lost).toEqual([1]);
    await rm(join(folder, 'blocked'));
    blocked = false;
    await recovered.promise;
    await writer.stop();
    await writer.leave();
    const recovery = new SpoolShipper({
      folder: join(folder, 'blocked'),
      writer: 'other',
      aside: new SetAside(data),
      apply: store.apply,
      report: silent.report,
    });
    await recovery.recover();
    expect(store.impressions()).toBe(3);
    await real.writer.stop();
  });

  test('beyond the cap new events are dropped and counted exactly', async () => {
    const { writer, lost } = await spool({ waitingBytes: () => Number.POSITIVE_INFINITY });
    await writer.append([impression('1'), impression('2')]);
    await writer.append([impression('3')]);
    expect(lost).toEqual([2, 1]);
    await writer.stop();
  });

  test('takes over the folder of a dead writer, torn tail and all, and leaves a living one alone', async () => {
    const living = await spool();
    await living.writer.append([impression('alive')]);
    const dead = await spool();
    await dead.writer.append([impression('dead')]);
    await dead.writer.rotate();
    await dead.shipper.stop();
    await dead.writer.append([impression('in the open segment')]);
    await dead.writer.stop();
    await dead.writer.leave();
    await writeFile(join(folder, dead.writerName, '0000000009-1.open'), 'torn');
    const store = ledger();
    const { shipper, states } = await spool({ apply: store.apply });
    await shipper.recover();
    expect(store.impressions()).toBe(1);
    expect(states).toEqual(['recovering', 'damaged']);
    expect(await readdir(folder)).not.toContain(dead.writerName);
    expect(await readdir(folder)).toContain(living.writerName);
    await living.writer.stop();
    await living.shipper.stop();
    expect(living.store.impressions()).toBe(1);
  });

  test('REL-R6 SEC-S54 a writer that was taken for dead goes on in a new folder, and every event is counted once', async () => {
    const { writer, shipper, store, states, writerName } = await spool();
    await writer.append([impression('before')]);
    const adopted = join(folder, `${writerName}.1`);
    await rename(join(folder, writerName), adopted);
    await writeFile(join(adopted, 'owner'), 'released');
    const later = Date.now() + 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    expect(await writer.append([impression('after')])).toBe(true);
    clock.mockRestore();
    expect(states).toEqual(['taken']);
    expect(writer.writer).not.toBe(writerName);
    await writer.stop();
    await shipper.ship();
    expect(store.impressions()).toBe(1);
    await shipper.recover();
    expect(store.impressions()).toBe(2);
    await shipper.stop();
    await writer.leave();
    expect(await readdir(folder)).toEqual([]);
  });

  test('SEC-S54 counts the events of a host that is gone, when it is known to be gone', async () => {
    const left = join(folder, 'of-the-container');
    await mkdir(left);
    const frames = encodeEventFrames([impression('in the open segment'), impression('of it')]);
    await writeFile(join(left, `0000000003-${Date.now()}.open`), frames);
    await writeFile(join(left, 'owner'), 'v2 0b9c49d5-1d0f-4a2e-9f0a-6c1e3f6f0d11 1 abcdefghijkl');
    await writeFile(join(left, 'beat'), 'v2');
    const store = ledger();
    const { shipper } = await spool({ apply: store.apply });
    await shipper.recover();
    expect(store.impressions()).toBe(0);
    const longAgo = Date.now() / 1000 - 31;
    await utimes(join(left, 'beat'), longAgo, longAgo);
    await utimes(join(left, 'owner'), longAgo, longAgo);
    await shipper.recover();
    expect(store.impressions()).toBe(2);
    expect([...store.batches.keys()]).toEqual(['of-the-container.3']);
    expect(await readdir(folder)).not.toContain('of-the-container.1');
    await shipper.stop();
  });

  test.each(['ENOSPC', 'EIO'])(
    'REL-R4 %s in the middle of a frame leaves no torn frame behind',
    async (code) => {
      const silent = silentReport();
      const store = ledger();
      const recovered = Promise.withResolvers<void>();
      let isFull = false;
      const writer = new SpoolWriter({
        folder,
        writer: 'w',
        clock: systemClock,
        report: { ...silent.report, recovered: () => recovered.resolve() },
        onSegment: () => undefined,
        waitingBytes: () => 0,
        limits: { retryWriteAfterMs: 5, rotateAfterMs: 60_000 },
        openFile: async (path) => {
          const file = await open(path, 'wx');
          const write = file.write.bind(file);
          return Object.assign(file, {
            write: async (bytes: Uint8Array, offset: number, length: number, position: number) => {
              if (!isFull) {
                return write(bytes, offset, length, position);
              }
              await write(bytes, offset, Math.floor(length / 2), position);
              throw Object.assign(new Error('the disk refuses'), { code });
            },
          });
        },
      });
      await writer.start();
      expect(await writer.append([impression('before')])).toBe(true);
      isFull = true;
      expect(await writer.append([impression('while'), impression('while')])).toBe(false);
      expect(silent.states).toEqual(['refused']);
      isFull = false;
      await recovered.promise;
      expect(await writer.append([impression('after')])).toBe(true);
      await writer.stop();
      await writer.leave();
      const shipper = new SpoolShipper({
        folder,
        writer: 'other',
        aside: new SetAside(data),
        apply: store.apply,
        report: silent.report,
      });
      await shipper.recover();
      expect(store.impressions()).toBe(4);
      expect(silent.lost).toEqual([]);
      expect(silent.states).not.toContain('damaged');
    },
  );

  describe('REL-R5 a loss of power', () => {
    /** Writes events at two moments, and syncs as the medium does. @returns what stands on the medium, and all of it */
    async function written() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let path = '';
      let syncedBytes = 0;
      const writer = new SpoolWriter({
        folder,
        writer: 'w',
        clock: systemClock,
        report: silentReport().report,
        onSegment: () => undefined,
        waitingBytes: () => 0,
        openFile: async (opened) => {
          path = opened;
          const file = await open(opened, 'wx');
          const sync = file.datasync.bind(file);
          return Object.assign(file, {
            datasync: async () => {
              const { size } = await file.stat();
              await sync();
              syncedBytes = size;
            },
          });
        },
      });
      await writer.start();
      expect(await writer.append([impression('a'), impression('b')])).toBe(true);
      await vi.advanceTimersByTimeAsync(999);
      const before = syncedBytes;
      await vi.advanceTimersByTimeAsync(1);
      vi.useRealTimers();
      await expect.poll(() => syncedBytes).toBeGreaterThan(before);
      expect(await writer.append([impression('c')])).toBe(true);
      const left = { all: await readFile(path), syncedBytes, before };
      await writer.stop();
      await writer.leave();
      await rm(join(folder, 'w'), { recursive: true });
      return left;
    }

    /** Ships what a process of another host has left. */
    async function counted(left: Buffer): Promise<number> {
      const of = join(folder, 'w');
      await mkdir(of);
      await writeFile(join(of, `0000000001-${Date.now()}.open`), left);
      await writeFile(join(of, 'owner'), 'released');
      const store = ledger();
      const { shipper } = await spool({ apply: store.apply });
      await shipper.recover();
      await shipper.stop();
      return store.impressions();
    }

    test('takes what was written in its last second, and nothing before', async () => {
      const { all, syncedBytes, before } = await written();
      expect(before).toBe(0);
      const synced = all.subarray(0, syncedBytes);
      const unsynced = all.length - syncedBytes;
      expect(unsynced).toBeGreaterThan(0);
      expect(await counted(synced)).toBe(2);
      for (const bytes of [1, 8, unsynced >> 1, unsynced - 1]) {
        expect(await counted(all.subarray(0, syncedBytes + bytes)), `${bytes} bytes`).toBe(2);
      }
      // The length of a file may reach the medium before its bytes.
      expect(await counted(Buffer.concat([synced, Buffer.alloc(unsynced)]))).toBe(2);
      expect(await counted(all)).toBe(3);
    });
  });
});
