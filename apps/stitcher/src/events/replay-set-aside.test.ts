import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Batch, encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { describe, expect, test } from 'vitest';
import {
  dataFolderOfTest,
  hasCreative,
  impression,
  refusingDatabase,
  setAsideAtMs,
} from '../testing/refusing-database.suite.ts';
import { replaySetAside } from './replay-set-aside.ts';
import { SetAside } from './set-aside.ts';

const here = dataFolderOfTest();

async function setAside(seq: number, ...events: readonly StitcherEvent[]): Promise<void> {
  const name = { writer: 'w', seq, openedAtMs: setAsideAtMs };
  const aside = new SetAside(here.data);
  await aside.write(name, events);
  await aside.keep(name);
}

describe('SEC-S52 events that are set aside', () => {
  test('stay while they are refused, and are counted by the command once the cause is mended', async () => {
    const db = refusingDatabase();
    db.state.refuses = hasCreative('bad');
    await setAside(1, impression('t1', 'bad'), impression('t1', 'bad'));
    const replay = () => replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
    expect(await replay()).toEqual({
      counted: 0,
      lost: 0,
      refused: 2,
      reason: 'PostgreSQL refuses it for good (SQLSTATE 54000)',
    });
    expect(await here.files()).toHaveLength(1);
    db.state.refuses = () => false;
    expect(await replay()).toEqual({ counted: 2, lost: 0, refused: 0, reason: undefined });
    expect(db.counted.get('t1')).toBe(2);
    expect(await here.files()).toEqual([]);
  });

  test('are counted once by a command that is killed after the commit, and repeated', async () => {
    const db = refusingDatabase();
    await setAside(1, impression('t1', 'bad'));
    const killed = async (batch: Batch) => {
      await db.apply(batch);
      throw new Error('killed after the commit');
    };
    await expect(replaySetAside({ dataFolder: here.data, applyBatch: killed })).rejects.toThrow();
    const again = await replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
    expect(again).toMatchObject({ counted: 0, refused: 0 });
    expect(db.counted.get('t1')).toBe(1);
    expect(await here.files()).toEqual([]);
  });

  test('are counted in any order, also when the ledger has forgotten later ones', async () => {
    const db = refusingDatabase();
    await setAside(1, impression('t1', 'worse'));
    await setAside(2, impression('t1', 'bad'));
    const replay = () => replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
    db.state.refuses = hasCreative('worse');
    expect(await replay()).toMatchObject({ counted: 1, refused: 1 });
    db.purge();
    db.state.refuses = () => false;
    expect(await replay()).toMatchObject({ counted: 1, refused: 0 });
    expect(db.counted.get('t1')).toBe(2);
  });

  test('SEC-S53 are lost, and counted as lost, where their file cannot be read', async () => {
    const db = refusingDatabase();
    await setAside(1, impression('t1', 'a'), impression('t1', 'b'));
    const [name = expect.fail()] = await here.files();
    const bytes = encodeEventFrames([impression('t1', 'a'), impression('t1', 'b')]);
    // A letter of the texts, after the headers of frame and payload.
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(join(here.data, 'set-aside', name), bytes);
    const outcome = await replaySetAside({ dataFolder: here.data, applyBatch: db.apply });
    expect(outcome).toMatchObject({ counted: 0, lost: 2, refused: 0 });
  });
});
