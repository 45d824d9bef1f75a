import { expect, test } from 'vitest';
import { budgetLimits, tierBudgets, workLimits } from './budget-limits.ts';
import { eachOf } from './each-of.ts';
import { measureDocument } from './measure-document.ts';
import { SourceBudgets } from './source-budgets.ts';
import { keptBytes, SourceMemory, type SourceOwner } from './source-memory.ts';
import { TenantSlots } from './tenant-slots.ts';
import { WorkTurns } from './work-turns.ts';

const trial = { tenantId: 't1', tier: 'trial' } as const;
const MiB = 1024 * 1024;
const large = { bytes: 0, entries: workLimits.smallEntries + 1 };
const small = { bytes: 0, entries: 1 };

/** Code and message of the error that `work` throws; `accepted` without one. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'accepted';
  } catch (error) {
    const { code, details } = error as { code: string; details: { reason: string } };
    return `${code} ${details.reason}`;
  }
}

const playlist = (segments: number, before = '') =>
  Buffer.from(`#EXTM3U\n${before}${'#EXTINF:2,\n0.ts\n'.repeat(segments)}#EXT-X-ENDLIST\n`);

test.each([
  ['hls', '#EXTM3U\r\n\r\n  \n#EXTINF:2,\r\n a.ts\r\n#EXTINF:2,\nb.ts', 2],
  ['xml', '<?xml version="1.0"?><!-- a < b --><MPD><Period><S d="1"/></Period></MPD>', 4],
] as const)('SEC-S55 the entries of %s are counted in its bytes', async (form, text, entries) => {
  const size = await measureDocument(Buffer.from(text), form, 100);
  expect(size).toMatchObject({ bytes: text.length, entries });
});

test('SEC-S55 a count goes on from one slice of a document to the next', async () => {
  const segments = 200_000;
  const body = playlist(segments);
  expect(body.length).toBeGreaterThan(3 * workLimits.sliceBytes);
  expect((await measureDocument(body, 'hls', 1_000_000)).entries).toBe(segments);
});

test('SEC-S55 a manifest with more than its company may have is refused before it is parsed', async () => {
  const budget = new SourceBudgets().open(trial);
  const { entries } = tierBudgets.trial;
  expect(await budget.measure(playlist(entries), 'hls')).toMatchObject({ entries });
  expect(await refusal(() => budget.measure(playlist(entries + 1), 'hls'))).toBe(
    'SOURCE_TOO_LARGE segments',
  );
  const mpd = Buffer.from(`<MPD>${'<S d="1"/>'.repeat(entries)}</MPD>`);
  expect(await refusal(() => budget.measure(mpd, 'xml'))).toBe('SOURCE_TOO_LARGE elements');
  const tags = '#EXT-X-CUE-OUT:30\n'.repeat(budgetLimits.tagLines);
  expect(await refusal(() => budget.measure(playlist(1, tags), 'hls'))).toBe(
    'SOURCE_TOO_LARGE tags',
  );
  const lines = '\n'.repeat(entries * budgetLimits.linesPerEntry);
  expect(await refusal(() => budget.measure(playlist(1, lines), 'hls'))).toBe(
    'SOURCE_TOO_LARGE segments',
  );
});

/** Something that can be dropped, and whether it was. */
function held() {
  return {
    isBeingRead: false,
    isDropped: false,
    drop() {
      this.isDropped = true;
    },
  };
}

test('SEC-S56 one source has a part of the memory of its company', async () => {
  const memory = new SourceMemory(10_000 * MiB);
  const { sourceBytes } = tierBudgets.trial;
  const account = memory.open(trial);
  account.keep('v0', sourceBytes);
  account.keep('v0', sourceBytes - 1_000);
  expect(await refusal(() => account.keep('v1', 1_001))).toBe('SOURCE_TOO_LARGE source');
  expect(memory.bytes).toBe(sourceBytes - 1_000);
  account.close();
  expect(memory.bytes).toBe(0);
});

test('SEC-S56 what a company has used least recently makes room for what it needs now', async () => {
  const memory = new SourceMemory(10_000 * MiB);
  const { sourceBytes, tenantBytes } = tierBudgets.trial;
  const count = Math.floor(tenantBytes / sourceBytes);
  const others = held();
  memory.open({ tenantId: 't2', tier: 'trial' }, others).keep('all', sourceBytes);
  const holders = Array.from({ length: count }, held);
  const accounts = holders.map((holder) => memory.open(trial, holder));
  for (const account of accounts) {
    account.keep('all', sourceBytes);
  }
  accounts[0]?.used();
  const next = memory.open(trial);
  next.keep('all', 1);
  expect(holders.map(({ isDropped }) => isDropped)).toEqual([false, true]);
  expect(others.isDropped).toBe(false);
  next.keep('all', sourceBytes);
  const live = memory.open(trial);
  live.keep('all', sourceBytes);
  // Two live sources fill it: neither can be dropped.
  expect(await refusal(() => memory.open(trial).keep('all', 1))).toBe('SOURCE_TOO_LARGE company');
  expect(holders.map(({ isDropped }) => isDropped)).toEqual([true, true]);
});

test('SEC-S56 all companies together have a part of the heap, and one of them half of it', async () => {
  const memory = new SourceMemory(4 * MiB);
  const asset = held();
  const reading = { ...held(), isBeingRead: true };
  memory.open(trial, asset).keep('all', MiB);
  memory.open(trial, reading).keep('all', MiB);
  memory.open({ tenantId: 't2', tier: 'basic' }).keep('all', MiB);
  const live = memory.open({ tenantId: 't3', tier: 'enterprise' });
  live.keep('all', 2 * MiB);
  expect([asset.isDropped, reading.isDropped]).toEqual([true, false]);
  expect(await refusal(() => live.keep('more', 1))).toBe('SOURCE_TOO_LARGE company');
  const other = memory.open({ tenantId: 't4', tier: 'basic' });
  expect(await refusal(() => other.keep('all', 1))).toBe('SOURCE_TOO_LARGE server');
  expect(memory.bytes).toBe(4 * MiB);
});

test('SEC-S56 a closed account keeps nothing, and neither does a cleared one', () => {
  const memory = new SourceMemory(MiB);
  const account = memory.open(trial);
  account.keep('v0', 1_000);
  account.clear();
  expect([memory.bytes, account.bytes]).toEqual([0, 0]);
  account.close();
  account.keep('v0', 1_000);
  expect(memory.bytes).toBe(0);
});

test('SEC-S56 the estimate grows with length and entries', () => {
  const { textCopies, entryBytes } = budgetLimits;
  expect(keptBytes({ bytes: 3, entries: 2 })).toBe(3 * textCopies + 2 * entryBytes);
});

const busyFor = (ms: number) => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};

test('SEC-S57 long work of companies is done in turns, one piece in a turn of the event loop', async () => {
  const turns = new WorkTurns();
  const done: string[] = [];
  let loops = 0;
  const count = setInterval(() => {
    loops += 1;
  }, 0);
  const work = (tenantId: string) =>
    turns.take(tenantId, large, () => {
      done.push(`${tenantId} ${loops}`);
      busyFor(2);
    });
  await Promise.all([work('a'), work('a'), work('a'), work('b')]);
  clearInterval(count);
  expect(done.map((one) => one.slice(0, 1))).toEqual(['a', 'b', 'a', 'a']);
  expect(new Set(done.map((one) => one.slice(2))).size).toBe(4);
});

test('SEC-S57 after long work the event loop belongs to others for twice as long', async () => {
  const turns = new WorkTurns();
  const beganMs: number[] = [];
  const work = () =>
    turns.take('a', large, () => {
      beganMs.push(performance.now());
      busyFor(10);
    });
  await Promise.all([work(), work()]);
  const [first = 0, second = 0] = beganMs;
  expect(second - first).toBeGreaterThan(10 + 0.9 * 10 * workLimits.restFactor);
});

test('SEC-S57 short work runs at once until its part of a turn is over, and never waits for long work', async () => {
  const turns = new WorkTurns();
  const order: string[] = [];
  const add = (name: string, ms: number) => () => {
    order.push(name);
    busyFor(ms);
  };
  const turn = new Promise<void>((resolve) => {
    setImmediate(() => {
      order.push('turn');
      resolve();
    });
  });
  await Promise.all([
    turns.take('a', large, add('long', 0)),
    turns.take('a', small, add('short', 2 * workLimits.turnMs)),
    turns.take('b', small, add('later', 0)),
    turn,
  ]);
  expect(order[0]).toBe('short');
  expect(order.indexOf('later')).toBeGreaterThan(order.indexOf('turn'));
});

test('SEC-S57 what fails in its turn fails alone', async () => {
  const turns = new WorkTurns();
  const fail = () => {
    throw new Error('broken');
  };
  await expect(turns.take('a', large, fail)).rejects.toThrow('broken');
  await expect(turns.take('a', small, fail)).rejects.toThrow('broken');
  expect(await turns.take('a', large, () => 'made')).toBe('made');
});

test('SEC-S57 so many assets of a company are read at one time, so many wait, and as many of others', async () => {
  const slots = new TenantSlots(1);
  const opens: (() => void)[] = [];
  const running = new Set<string>();
  const read = (name: string) =>
    slots.run(
      name.slice(0, 1),
      2,
      async () => {
        running.add(name);
        await new Promise<void>((resolve) => {
          opens.push(resolve);
        });
        running.delete(name);
      },
      () => new Error(`${name} is one too many`),
    );
  const all = ['a1', 'a2', 'a3', 'b1'].map(read);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect([...running]).toEqual(['a1', 'a2', 'b1']);
  await expect(read('a4')).rejects.toThrow('a4 is one too many');
  opens[0]?.();
  await settled();
  expect([...running]).toEqual(['a2', 'b1', 'a3']);
  for (const open of opens) {
    open();
  }
  await Promise.all(all);
});

test('SEC-S57 of many parts so many are requested at one time, and none after a failure', async () => {
  const begun: number[] = [];
  let most = 0;
  let now = 0;
  const work = async (part: number) => {
    begun.push(part);
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    if (part === 5) {
      throw new Error('broken');
    }
  };
  await expect(eachOf(Array(40).keys(), 3, work)).rejects.toThrow('broken');
  expect(most).toBe(3);
  expect(begun.length).toBeLessThan(12);
  begun.length = 0;
  await eachOf(['x', 'y'].keys(), 3, work);
  expect(begun).toEqual([0, 1]);
});

test('SEC-S57 where one of many parts fails, those that were begun end before it is said', async () => {
  const ended: number[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const work = async (part: number) => {
    if (part === 0) {
      throw new Error('broken');
    }
    await settled();
    ended.push(part);
  };
  await expect(eachOf(Array(5).keys(), 3, work)).rejects.toThrow('broken');
  expect(ended).toEqual([1, 2]);
});

test('SEC-S57 a company that has received more than its share waits, also for what was refused; others do not', async () => {
  const budgets = new SourceBudgets();
  const { receivedPerSecond, receivedAtOnce } = tierBudgets.trial;
  const waitMs = 40;
  const request = { url: 'http://o.example/m.m3u8', timeoutMs: 1 };
  const refused = budgets.open(trial).fetch(
    {
      request: async ({ onBytes }) => {
        onBytes?.(receivedAtOnce + (receivedPerSecond * waitMs) / 1_000);
        throw new Error('refused');
      },
    },
    request,
  );
  await expect(refused).rejects.toThrow('refused');
  const beganMs = performance.now();
  const answer = { status: 200, url: request.url, headers: {}, body: Buffer.alloc(0) };
  const took = async (owner: SourceOwner) => {
    const { body } = await budgets.open(owner).fetch({ request: async () => answer }, request);
    expect(body).toBe(answer.body);
    return performance.now() - beganMs;
  };
  const own = took(trial);
  const others = took({ ...trial, tenantId: 'others' });
  expect(await Promise.race([own.then(() => 'own'), others.then(() => 'others')])).toBe('others');
  expect(await own).toBeGreaterThan(waitMs / 2);
});
