import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withStartLock } from './start-lock.ts';

describe('the start lock', () => {
  let folder: string;
  const lock = () => join(folder, 'some.lock');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interlude-start-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Most callers that ran at one time, of twelve concurrent ones. */
  async function mostInside(): Promise<number> {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await setImmediate();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 12 }, () => withStartLock(lock(), work)));
    return most;
  }

  test('lets one in at a time', async () => {
    expect(await mostInside()).toBe(1);
    expect(existsSync(lock())).toBe(false);
  });

  test('lets one in at a time also where all find the lock of a process that is gone', async () => {
    for (let round = 0; round < 4; round += 1) {
      await writeFile(lock(), `${process.pid} ${hostname()} earlier-life-${round}\n`);
      expect(await mostInside()).toBe(1);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test('of another host is respected while it is touched, and taken over when it is not', async () => {
    await writeFile(lock(), '1 another-host token\n');
    const order: string[] = [];
    const waiting = withStartLock(lock(), async () => void order.push('taken over'));
    await sleep(200);
    order.push('aged');
    const old = new Date(Date.now() - 60_000);
    await utimes(lock(), old, old);
    await waiting;
    expect(order).toEqual(['aged', 'taken over']);
  });

  test('of a former process with the same pid is taken over', async () => {
    await writeFile(lock(), `${process.pid} ${hostname()} earlier-life\n`);
    expect(await withStartLock(lock(), async () => 'in')).toBe('in');
  });

  test('of a remover that died on the way is taken over', async () => {
    await writeFile(lock(), `${process.pid} ${hostname()} earlier-life\n`);
    await writeFile(`${lock()}.remover`, '');
    const old = new Date(Date.now() - 60_000);
    await utimes(`${lock()}.remover`, old, old);
    expect(await withStartLock(lock(), async () => 'in')).toBe('in');
  });
});
