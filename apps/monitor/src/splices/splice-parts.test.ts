import { expect, test } from 'vitest';
import { chooseRenditions } from './choose-renditions.ts';
import { mediaLoader } from './load-media.ts';
import { SpliceBudget, spliceBudget } from './splice-budget.ts';
import { SpliceTurns, spliceTurns } from './splice-turns.ts';

test('SEC-S126 a channel takes 5 % of a core over an hour, whatever its splices cost', () => {
  let nowMs = 0;
  const budget = new SpliceBudget(nowMs);
  let spentMs = 0;
  let skipped = 0;
  for (; nowMs < 3_600_000; nowMs += 2_000) {
    const paidMs = budget.take(nowMs);
    if (paidMs === undefined) skipped += 1;
    else {
      spentMs += 900;
      budget.settle(paidMs, 900);
    }
  }
  expect(spentMs).toBeLessThanOrEqual(3_600_000 * spliceBudget.share + spliceBudget.savedMs);
  expect(spentMs).toBeGreaterThan(3_600_000 * spliceBudget.share * 0.9);
  expect(skipped).toBeGreaterThan(1_000);
});

test('a splice that took more than was saved is paid back before the next one', () => {
  const budget = new SpliceBudget(0);
  budget.settle(budget.take(0) ?? 0, spliceBudget.savedMs + 1_000);
  expect(budget.take(10_000)).toBeUndefined();
  expect(budget.take(120_000)).toBeDefined();
});

test('what was not decoded costs nothing', () => {
  const budget = new SpliceBudget(0);
  for (let splice = 0; splice < 100; splice += 1) budget.settle(budget.take(0) ?? Number.NaN, 0);
  expect(budget.take(0)).toBeDefined();
});

test('SEC-S126 companies have turns one after the other, one at a time each, and too many are refused', async () => {
  const turns = new SpliceTurns();
  const order: string[] = [];
  const running: (() => void)[] = [];
  const leaving = new AbortController();
  const run = (tenantId: string, name: string, { signal } = new AbortController()) =>
    turns.run(
      tenantId,
      async () => {
        order.push(name);
        await new Promise<void>((resolve) => running.push(resolve));
        return name;
      },
      signal,
    );
  const work = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1')];
  const left = [run('b', 'b2', leaving), run('d', 'd1', leaving)];
  await Promise.resolve();
  leaving.abort();
  expect(await Promise.all([...left, run('e', 'e1', leaving)])).toEqual(['left', 'left', 'left']);
  for (let more = 0; more < 10; more += 1) {
    running.shift()?.();
    await new Promise(setImmediate);
  }
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  expect(await Promise.all(work)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  const many = Array.from({ length: spliceTurns.ofTenant + 2 }, () => run('d', 'd'));
  expect(await many.at(-1)).toBe('busy');
  while (running.length > 0) {
    running.shift()?.();
    await new Promise(setImmediate);
  }
});

test('the smallest video and the first sound are decoded', () => {
  const named = (rendition: string) => ({ rendition, url: `https://s.test/${rendition}` });
  const all = [
    named('video 1280x720 3200 kbit/s'),
    named('video 416x234 300 kbit/s'),
    named('video 416x234 200 kbit/s'),
    ...[named('audio en English'), named('audio de'), named('subtitles en')],
    named('I-frames 416x234 20 kbit/s'),
  ];
  const { video, audio } = chooseRenditions(all);
  expect([video?.rendition, audio?.rendition]).toEqual([
    ...['video 416x234 200 kbit/s', 'audio en English'],
  ]);
  expect(chooseRenditions([named('media playlist')])).toMatchObject({
    ...{ video: { rendition: 'media playlist' }, audio: undefined },
  });
});

test('a segment is loaded with its initialization before it, in the ranges that the playlist names', async () => {
  const asked: string[] = [];
  const load = mediaLoader(
    {
      request: async ({ url, headers = {}, maxBytes }) => {
        asked.push(`${url} ${headers['range'] ?? ''} ${maxBytes}`);
        const isPart = headers['range'] !== undefined;
        return { status: isPart ? 206 : 200, url, headers: {}, body: Buffer.from(`${url}|`) };
      },
    },
    (work) => work(),
  );
  const segment = {
    ...{ address: 'https://o.test/1.m4s', byteRange: { offset: 10, length: 5 } },
    initialization: { address: 'https://o.test/i.mp4' },
    ...{ durationSeconds: 4, isEncrypted: false, clockSeconds: 0 },
  };
  const bytes = await load(segment, new AbortController().signal);
  expect(bytes.toString()).toBe('https://o.test/i.mp4|https://o.test/1.m4s|');
  expect(asked).toEqual([
    'https://o.test/i.mp4  262144',
    'https://o.test/1.m4s bytes=10-14 8388608',
  ]);
});
