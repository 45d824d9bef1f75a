import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Batch,
  BatchRefused,
  encodeEventFrames,
  type StitcherEvent,
} from '@interlude/reporting';
import { describe, expect, test } from 'vitest';
import { claimWriterFolder } from '../append-log/held-folder.ts';
import {
  dataFolderOfTest,
  hasCreative,
  impression,
  refusingDatabase,
  setAsideAtMs,
} from '../testing/refusing-database.suite.ts';
import { replaySetAside } from './replay-set-aside.ts';
import { SetAside, type SetAsideLimits } from './set-aside.ts';
import { segmentFile } from './spool-files.ts';
import { type ShipperReport, SpoolShipper } from './spool-shipper.ts';

const here = dataFolderOfTest();

function reports() {
  const reported: string[] = [];
  const report: ShipperReport = {
    shipped: () => undefined,
    waiting: () => void reported.push('waiting'),
    resumed: () => void reported.push('resumed'),
    damaged: () => void reported.push('damaged'),
    unreadable: () => void reported.push('unreadable'),
    setAside: (_, events) => void reported.push(`set aside ${events}`),
    lost: (events, why) => void reported.push(`lost ${events} ${why}`),
    recovering: () => undefined,
  };
  return { reported, report };
}

async function segment(writer: string, seq: number, events: readonly StitcherEvent[]) {
  const path = join(
    here.data,
    'spool',
    writer,
    segmentFile({ writer, seq, openedAtMs: setAsideAtMs }, 'seg'),
  );
  await writeFile(path, encodeEventFrames(events));
}

/** A writer's folder with these segments, whole and waiting. */
async function segments(...of: readonly (readonly StitcherEvent[])[]): Promise<void> {
  const held = await claimWriterFolder(join(here.data, 'spool'), 'w');
  for (const [index, events] of of.entries()) {
    await segment('w', index + 1, events);
  }
  await held.release();
}

function shipperOf(
  { apply, fits }: Pick<ReturnType<typeof refusingDatabase>, 'apply' | 'fits'>,
  limits: Partial<SetAsideLimits> = {},
) {
  const { reported, report } = reports();
  const aside = new SetAside(here.data, limits);
  const shipper = new SpoolShipper({
    folder: join(here.data, 'spool'),
    writer: 'w',
    apply,
    fits,
    aside,
    report,
    retryMs: { first: 60_000, last: 60_000 },
  });
  return { shipper, aside, reported };
}

const left = () => readdir(join(here.data, 'spool', 'w'));

describe('SEC-S52 a batch that the database refuses for good', () => {
  test('holds up no other one: the events at fault are set aside, all others are counted', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    const good = Array.from({ length: 500 }, (_, index) => impression('t1', `cr${index % 50}`));
    await segments(
      [...good, impression('t2', 'bad'), impression('t2', 'fine'), impression('t2', 'bad')],
      [impression('t3', 'next')],
    );
    const { shipper, aside, reported } = shipperOf(db);
    await shipper.ship();
    expect(Object.fromEntries(db.counted)).toEqual({ t1: 500, t2: 1, t3: 1 });
    expect(reported).toEqual(['set aside 2']);
    expect(aside.events).toBe(2);
    expect(await here.files()).toEqual([`w-0000000001-${setAsideAtMs}-2.seg`]);
    expect(await left()).toEqual(['beat', 'owner']);
    await shipper.stop();
  });

  test('of which every event is at fault is counted by the command alone, although it is found again', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad')]);
    const first = shipperOf(db);
    await first.shipper.ship();
    // Killed before the segment was removed; the next process is a version without the fault.
    await segment('w', 1, [impression('t1', 'bad')]);
    db.state.refuses = () => false;
    const second = shipperOf(db);
    await second.shipper.ship();
    expect(db.counted.get('t1')).toBeUndefined();
    await replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
    expect(db.counted.get('t1')).toBe(1);
    await first.shipper.stop();
    await second.shipper.stop();
  });

  test('is set aside whole where its events are refused together alone', async () => {
    const db = refusingDatabase();
    db.state.refuses = (batch) => (batch.usage[0]?.adEvents ?? 0) === 4;
    let applied = 0;
    const stubborn = {
      ...db,
      apply: async (batch: Batch) => {
        if (batch.rows.length === 0) {
          return db.apply(batch);
        }
        applied += 1;
        // The rest is refused, too, whichever events were found to be at fault.
        throw new BatchRefused(`refused ${applied} ${batch.seq}`, undefined);
      },
    };
    await segments(['a', 'b', 'c', 'd'].map((creative) => impression('t1', creative)));
    const { shipper, reported } = shipperOf(stubborn);
    await shipper.ship();
    expect(reported).toEqual(['set aside 4']);
    expect(applied).toBe(2);
    expect(await here.files()).toEqual([`w-0000000001-${setAsideAtMs}-4.seg`]);
    await shipper.stop();
  });

  test.each(['before', 'after'])(
    'a process that dies %s the others are counted counts none twice',
    async (when) => {
      const db = refusingDatabase();
      db.state.refuses = hasCreative('bad');
      await segments([impression('t1', 'bad'), impression('t1', 'fine')]);
      let isDying = true;
      const dying = {
        ...db,
        apply: async (batch: Batch) => {
          if (isDying && !hasCreative('bad')(batch)) {
            if (when === 'after') {
              await db.apply(batch);
            }
            throw new Error('killed');
          }
          return db.apply(batch);
        },
      };
      const first = shipperOf(dying);
      await first.shipper.ship();
      expect(await here.files()).toEqual([`w-0000000001-${setAsideAtMs}.draft`]);
      isDying = false;
      const second = shipperOf(db);
      await second.shipper.ship();
      expect(db.counted.get('t1')).toBe(1);
      expect(await here.files()).toEqual([`w-0000000001-${setAsideAtMs}-1.seg`]);
      db.state.refuses = () => false;
      await replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
      expect(db.counted.get('t1')).toBe(2);
      await first.shipper.stop();
      await second.shipper.stop();
    },
  );

  test('a draft is dropped when the whole segment is counted after all', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad'), impression('t1', 'fine')]);
    const dying = {
      ...db,
      apply: async (batch: Batch) => {
        if (!hasCreative('bad')(batch)) {
          throw new Error('killed');
        }
        return db.apply(batch);
      },
    };
    const first = shipperOf(dying);
    await first.shipper.ship();
    db.state.refuses = () => false;
    const second = shipperOf(db);
    await second.shipper.ship();
    expect(db.counted.get('t1')).toBe(2);
    expect(await here.files()).toEqual([]);
    await first.shipper.stop();
    await second.shipper.stop();
  });

  test('waits as a whole while the database is away', async () => {
    const db = refusingDatabase();
    db.state.isAway = true;
    await segments([impression('t1', 'fine')]);
    const { shipper, reported } = shipperOf(db);
    await shipper.ship();
    expect(reported).toEqual(['waiting']);
    expect(await here.files()).toEqual([]);
    expect(await left()).toContain(`0000000001-${setAsideAtMs}.seg`);
    await shipper.stop();
  });

  test('is known by any other error, too, when the database takes the next ones meanwhile', async () => {
    const db = refusingDatabase();
    const strange = {
      ...db,
      apply: async (batch: Batch) => {
        if (batch.seq === 1 && batch.rows.length > 0) {
          throw new TypeError('a fault of ours');
        }
        return db.apply(batch);
      },
    };
    await segments(...Array.from({ length: 6 }, () => [impression('t1', 'cr')]));
    const { shipper, reported } = shipperOf(strange);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await shipper.ship();
    }
    const taken = ['waiting', 'resumed'];
    expect(reported).toEqual([...taken, ...taken, ...taken, 'set aside 1']);
    expect(db.counted.get('t1')).toBe(5);
    expect(await here.files()).toEqual([`w-0000000001-${setAsideAtMs}-1.seg`]);
    await shipper.stop();
  });

  test('is known so beside another one', async () => {
    const db = refusingDatabase();
    const strange = {
      ...db,
      apply: async (batch: Batch) => {
        if (batch.seq <= 2 && batch.rows.length > 0) {
          throw new TypeError('a fault of ours');
        }
        return db.apply(batch);
      },
    };
    await segments(...Array.from({ length: 10 }, () => [impression('t1', 'cr')]));
    const { shipper, aside } = shipperOf(strange);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await shipper.ship();
    }
    expect(db.counted.get('t1')).toBe(8);
    expect(aside.events).toBe(2);
    await shipper.stop();
  });

  test('is known so in the folder of a dead process, which goes then, and holds up no other folder', async () => {
    const db = refusingDatabase();
    const strange = {
      ...db,
      apply: async (batch: Batch) => {
        if (batch.writer === 'dead-1' && batch.rows.length > 0) {
          throw new TypeError('a fault of ours');
        }
        return db.apply(batch);
      },
    };
    await segments([impression('t1', 'cr')]);
    for (const writer of ['dead-1', 'dead-2']) {
      const held = await claimWriterFolder(join(here.data, 'spool'), writer);
      await segment(writer, 1, [impression('t2', 'cr')]);
      await held.release();
    }
    const { shipper, aside } = shipperOf(strange);
    // The folder of `w` is that of this process.
    const own = await claimWriterFolder(join(here.data, 'spool'), 'w');
    await shipper.recover();
    expect(shipper.waitingBytes).toBeGreaterThan(0);
    for (let seq = 2; seq <= 8; seq += 1) {
      await segment('w', seq, [impression('t1', 'cr')]);
      await shipper.ship();
    }
    expect(Object.fromEntries(db.counted)).toEqual({ t1: 8, t2: 1 });
    expect(aside.events).toBe(1);
    expect(shipper.waitingBytes).toBe(0);
    expect(await readdir(join(here.data, 'spool'))).toEqual(['w']);
    await shipper.stop();
    await own.release();
  });
});

describe('SEC-S53 events that are lost are counted', () => {
  test('when there is no room to set them aside', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad'), impression('t1', 'fine')]);
    const { shipper, reported } = shipperOf(db, { totalBytes: 10 });
    await shipper.ship();
    expect(reported).toEqual(['lost 1 set-aside']);
    expect(db.counted.get('t1')).toBe(1);
    expect(await here.files()).toEqual([]);
    await shipper.stop();
  });

  test('when there are too many files of them', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad')], [impression('t1', 'bad')]);
    const { shipper, reported } = shipperOf(db, { files: 1 });
    await shipper.ship();
    expect(reported).toEqual(['set aside 1', 'lost 1 set-aside']);
    await shipper.stop();
  });

  test('when a frame holds what this version cannot read', async () => {
    const db = refusingDatabase();
    const unknown = { ...impression('t1', 'cr'), type: 'of a newer version' } as unknown;
    await segments([unknown as StitcherEvent, impression('t1', 'cr')]);
    const { shipper, reported } = shipperOf(db);
    await shipper.ship();
    expect(reported).toEqual(['damaged', 'lost 1 unreadable']);
    expect(db.counted.get('t1')).toBe(1);
    await shipper.stop();
  });

  test('and a segment that the disk does not give back keeps its folder', async () => {
    const db = refusingDatabase();
    const held = await claimWriterFolder(join(here.data, 'spool'), 'dead');
    const path = join(
      held.path,
      segmentFile({ writer: 'dead', seq: 1, openedAtMs: setAsideAtMs }, 'seg'),
    );
    // Reading a folder fails (EISDIR), as a broken disk does (EIO).
    await mkdir(path);
    await held.release();
    const { shipper, reported } = shipperOf(db);
    await shipper.recover();
    await shipper.recover();
    expect(reported).toEqual(['unreadable']);
    expect(shipper.unreadable).toBe(1);
    expect(await readdir(join(here.data, 'spool', 'dead.1'))).toContain(
      `0000000001-${setAsideAtMs}.seg`,
    );
    await shipper.stop();
  });
});
