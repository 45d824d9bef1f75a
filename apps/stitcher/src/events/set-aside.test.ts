import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Batch,
  BatchRefused,
  encodeEventFrames,
  type StitcherEvent,
} from '@interlude/reporting';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimWriterFolder } from '../append-log/writer-folders.ts';
import { replaySetAside } from './replay-set-aside.ts';
import { SetAside } from './set-aside.ts';
import { segmentFile } from './spool-files.ts';
import { type ShipperReport, SpoolShipper } from './spool-shipper.ts';

const atMs = Date.UTC(2026, 10, 23, 12);
let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'interlude-aside-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const impression = (tenant: string, creative: string): StitcherEvent => ({
  type: 'impression',
  atMs,
  tenant,
  channel: 'c',
  session: 's',
  viewer: '',
  creative,
});

/** Counts as the rollups do: a ledger, and everything or nothing of a batch. */
function database() {
  const ledger = new Set<string>();
  const counted = new Map<string, number>();
  const state = { isAway: false, refuses: (_: Batch): boolean => false, trials: 0 };
  const check = (batch: Batch) => {
    if (state.isAway) {
      throw new Error('the database is away');
    }
    if (state.refuses(batch)) {
      throw new BatchRefused('PostgreSQL refuses it for good (SQLSTATE 54000)', undefined);
    }
  };
  return {
    counted,
    state,
    apply: async (batch: Batch) => {
      const key = `${batch.writer} ${batch.seq}`;
      if (!state.isAway && ledger.has(key)) {
        return false;
      }
      check(batch);
      ledger.add(key);
      for (const { tenant, adEvents } of batch.usage) {
        counted.set(tenant, (counted.get(tenant) ?? 0) + adEvents);
      }
      return true;
    },
    fits: async (batch: Batch) => {
      state.trials += 1;
      try {
        check(batch);
        return true;
      } catch (error) {
        if (error instanceof BatchRefused) {
          return false;
        }
        throw error;
      }
    },
  };
}

function reports() {
  const said: string[] = [];
  const report: ShipperReport = {
    shipped: () => undefined,
    waiting: () => void said.push('waiting'),
    resumed: () => void said.push('resumed'),
    damaged: () => void said.push('damaged'),
    unreadable: () => void said.push('unreadable'),
    setAside: (_, events) => void said.push(`set aside ${events}`),
    lost: (events, why) => void said.push(`lost ${events} ${why}`),
    recovering: () => undefined,
  };
  return { said, report };
}

/** A writer's folder with these segments, whole and waiting. */
async function segments(...of: readonly (readonly StitcherEvent[])[]): Promise<void> {
  const held = await claimWriterFolder(join(data, 'spool'), 'w');
  for (const [index, events] of of.entries()) {
    const name = { writer: 'w', seq: index + 1, openedAtMs: atMs };
    const file = await open(join(held.path, segmentFile(name, 'seg')), 'w');
    await file.write(encodeEventFrames(events));
    await file.close();
  }
  await held.release();
}

function shipperOf(
  { apply, fits }: Pick<ReturnType<typeof database>, 'apply' | 'fits'>,
  limitBytes?: number,
) {
  const { said, report } = reports();
  const aside = new SetAside(data, limitBytes);
  const shipper = new SpoolShipper({
    folder: join(data, 'spool'),
    writer: 'w',
    apply,
    fits,
    aside,
    report,
    retryMs: { first: 60_000, last: 60_000 },
  });
  return { shipper, aside, said };
}

const hasCreative = (name: string) => (batch: Batch) =>
  batch.rows.some(({ dimension, value }) => dimension === 'creative' && value === name);

const left = () => readdir(join(data, 'spool', 'w'));
const files = () => readdir(join(data, 'set-aside')).catch(() => []);

describe('SEC-S52 a batch that the database refuses for good', () => {
  test('holds up no other one: the events at fault are set aside, all others are counted', async () => {
    const db = database();
    db.state.refuses = hasCreative('bad');
    const good = Array.from({ length: 500 }, (_, index) => impression('t1', `cr${index % 50}`));
    await segments(
      [...good, impression('t2', 'bad'), impression('t2', 'fine'), impression('t2', 'bad')],
      [impression('t3', 'next')],
    );
    const { shipper, aside, said } = shipperOf(db);
    await shipper.ship();
    expect(Object.fromEntries(db.counted)).toEqual({ t1: 500, t2: 1, t3: 1 });
    expect(said).toEqual(['set aside 2']);
    expect(aside.events).toBe(2);
    expect(await files()).toEqual([`w-0000000001-${atMs}-2.seg`]);
    expect(await left()).toEqual(['beat', 'owner']);
    await shipper.stop();
  });

  test('is counted by the command once the cause is mended, exactly once', async () => {
    const db = database();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad'), impression('t1', 'fine')]);
    const { shipper } = shipperOf(db);
    await shipper.ship();
    await shipper.stop();
    const replay = () => replaySetAside({ dataFolder: data, applyBatch: db.apply });
    expect(await replay()).toEqual({
      counted: 0,
      refused: 1,
      reason: 'PostgreSQL refuses it for good (SQLSTATE 54000)',
    });
    db.state.refuses = () => false;
    const killed = async (batch: Batch) => {
      await db.apply(batch);
      throw new Error('killed after the commit');
    };
    await expect(replaySetAside({ dataFolder: data, applyBatch: killed })).rejects.toThrow();
    expect(await replay()).toMatchObject({ counted: 1, refused: 0 });
    expect(await replay()).toMatchObject({ counted: 0, refused: 0 });
    expect(db.counted.get('t1')).toBe(2);
    expect(await files()).toEqual([]);
  });

  test('is set aside whole where its events are refused together alone', async () => {
    const db = database();
    db.state.refuses = (batch) => (batch.usage[0]?.adEvents ?? 0) === 4;
    let applied = 0;
    const stubborn = {
      ...db,
      apply: async (batch: Batch) => {
        applied += 1;
        // Whatever was found to be at fault: the rest is refused, too.
        throw new BatchRefused(`refused ${applied} ${batch.seq}`, undefined);
      },
    };
    await segments(['a', 'b', 'c', 'd'].map((creative) => impression('t1', creative)));
    const { shipper, said } = shipperOf(stubborn);
    await shipper.ship();
    expect(said).toEqual(['set aside 4']);
    expect(applied).toBe(2);
    expect(await files()).toEqual([`w-0000000001-${atMs}-4.seg`]);
    await shipper.stop();
  });

  test.each(['before', 'after'])(
    'a process that dies %s the others are counted counts none twice',
    async (when) => {
      const db = database();
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
      expect(await files()).toEqual([`w-0000000001-${atMs}.draft`]);
      isDying = false;
      const second = shipperOf(db);
      await second.shipper.ship();
      expect(db.counted.get('t1')).toBe(1);
      expect(await files()).toEqual([`w-0000000001-${atMs}-1.seg`]);
      db.state.refuses = () => false;
      await replaySetAside({ dataFolder: data, applyBatch: db.apply });
      expect(db.counted.get('t1')).toBe(2);
      await first.shipper.stop();
      await second.shipper.stop();
    },
  );

  test('a draft is dropped when the whole segment is counted after all', async () => {
    const db = database();
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
    expect(await files()).toEqual([]);
    await first.shipper.stop();
    await second.shipper.stop();
  });

  test('waits as a whole while the database is away', async () => {
    const db = database();
    db.state.isAway = true;
    await segments([impression('t1', 'fine')]);
    const { shipper, said } = shipperOf(db);
    await shipper.ship();
    expect(said).toEqual(['waiting']);
    expect(await files()).toEqual([]);
    expect(await left()).toContain(`0000000001-${atMs}.seg`);
    await shipper.stop();
  });

  test('is known by any other error, too, when the database takes the next ones meanwhile', async () => {
    const db = database();
    const strange = {
      ...db,
      apply: async (batch: Batch) => {
        if (batch.seq === 1) {
          throw new TypeError('a fault of ours');
        }
        return db.apply(batch);
      },
    };
    await segments(...Array.from({ length: 6 }, () => [impression('t1', 'cr')]));
    const { shipper, said } = shipperOf(strange);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await shipper.ship();
    }
    const taken = ['waiting', 'resumed'];
    expect(said).toEqual([...taken, ...taken, ...taken, 'set aside 1']);
    expect(db.counted.get('t1')).toBe(5);
    expect(await files()).toEqual([`w-0000000001-${atMs}-1.seg`]);
    await shipper.stop();
  });
});

describe('SEC-S53 events that are lost are counted', () => {
  test('when there is no room to set them aside', async () => {
    const db = database();
    db.state.refuses = hasCreative('bad');
    await segments([impression('t1', 'bad'), impression('t1', 'fine')]);
    const { shipper, said } = shipperOf(db, 10);
    await shipper.ship();
    expect(said).toEqual(['lost 1 set-aside']);
    expect(db.counted.get('t1')).toBe(1);
    expect(await files()).toEqual([]);
    await shipper.stop();
  });

  test('when a frame holds what this version cannot read', async () => {
    const db = database();
    const unknown = { ...impression('t1', 'cr'), type: 'of a newer version' } as unknown;
    await segments([unknown as StitcherEvent, impression('t1', 'cr')]);
    const { shipper, said } = shipperOf(db);
    await shipper.ship();
    expect(said).toEqual(['damaged', 'lost 1 unreadable']);
    expect(db.counted.get('t1')).toBe(1);
    await shipper.stop();
  });

  test('and a segment that the disk does not give back keeps its folder', async () => {
    const db = database();
    const held = await claimWriterFolder(join(data, 'spool'), 'dead');
    const path = join(held.path, segmentFile({ writer: 'dead', seq: 1, openedAtMs: atMs }, 'seg'));
    // Reading a folder fails (EISDIR), as a broken disk does (EIO).
    await mkdir(path);
    await held.release();
    const { shipper, said } = shipperOf(db);
    await shipper.recover();
    await shipper.recover();
    expect(said).toEqual(['unreadable']);
    expect(await readdir(join(data, 'spool', 'dead.1'))).toContain(`0000000001-${atMs}.seg`);
    await shipper.stop();
  });
});
