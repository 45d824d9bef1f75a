import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadTurns } from './read-turns.ts';

const limits = {
  perTenant: 2,
  perProcess: 3,
  waitingPerTenant: 3,
  waiting: 5,
  longestWaitMs: 1_000,
};
let turns: ReadTurns;
let begun: string[];
let ends: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  turns = new ReadTurns(limits);
  begun = [];
  ends = new Map();
});
afterEach(() => vi.useRealTimers());

/** A read that runs until `end`; resolves with the error code when it is refused. */
async function read(name: string): Promise<string> {
  const [tenant = ''] = name;
  try {
    return await turns.take(tenant, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await vi.advanceTimersByTimeAsync(0);
}

describe('reports that are read at once', () => {
  it('SEC-S103 are so many of a company and of the process, and companies take turns', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void read(name);
    await end('none');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.slice(3)).toEqual(['a3']);
    await end('a2');
    expect(begun.slice(4)).toEqual(['b2']);
    await end('b1');
    expect(begun.slice(5)).toEqual(['c1']);
    await end('a3');
    expect(begun.slice(6)).toEqual(['a4']);
  });

  it('SEC-S103 too many of a company are refused, and others go on', async () => {
    const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(read);
    expect(await all[5]).toBe('REPORTS_TOO_MANY');
    void read('b1');
    await end('none');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('SEC-S103 what waits too long, or behind too many of all companies, is refused as busy', async () => {
    const waits = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1', 'e1'].map(read);
    expect(await read('f1')).toBe('REPORTS_BUSY');
    await vi.advanceTimersByTimeAsync(limits.longestWaitMs);
    expect(await Promise.all(waits.slice(3))).toEqual(Array(5).fill('REPORTS_BUSY'));
    await end('a1');
    void read('g1');
    await end('none');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'g1']);
  });

  it('SEC-S103 a read that fails gives its turn back', async () => {
    const failing = () => turns.take('a', () => Promise.reject(new Error('away')));
    for (let tries = 0; tries < 4; tries += 1) await expect(failing()).rejects.toThrow('away');
    void read('a1');
    await end('none');
    expect(begun).toEqual(['a1']);
  });
});
