import { type Egress, SourceBudgets, SourceMemory, tierBudgets } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { AssetCache } from './asset-cache.ts';

const host = 'https://origin.test/';
const free = () => undefined;

function cacheOf(segmentsOf: (name: string) => number, memory?: SourceMemory) {
  const requested: string[] = [];
  let nowMs = 0;
  const refused: string[] = [];
  let reading = 0;
  let mostReading = 0;
  const egress: Pick<Egress, 'request'> = {
    async request({ url }) {
      const name = url.slice(host.length);
      requested.push(name);
      reading += 1;
      mostReading = Math.max(mostReading, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      const media = '#EXTINF:1,\n0.ts\n'.repeat(segmentsOf(name));
      const text = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${media}#EXT-X-ENDLIST\n`;
      return { status: 200, url, headers: {}, body: Buffer.from(text) };
    },
  };
  const named = { name: 'test', sourceManifestUrl: `${host}a.m3u8` };
  const input = { ...named, type: 'hls-vod', cacheTime: 60 } as const;
  const channel = { ...channelEntry('c1', input), tier: 'trial' as const };
  const budgets = new SourceBudgets(memory);
  const cache = new AssetCache(
    { forTenant: () => egress },
    budgets,
    { now: () => nowMs },
    ({ id }, url, { code }) => refused.push(`${id} ${url} ${code}`),
  );
  return {
    requested,
    refused,
    budgets,
    get: (name: string) => cache.get(channel, host + name, free),
    pass: (ms: number) => {
      nowMs += ms;
    },
    mostReading: () => mostReading,
  };
}

test('SEC-S56 an asset that was dropped to make room is read again when it is needed', async () => {
  const { get, requested, budgets } = cacheOf(() => 1_000, new SourceMemory(2_000_000));
  const first = await get('a.m3u8');
  expect(first.asset?.content.durationMs).toBe(1_000_000);
  const { bytes } = budgets.memory;
  expect(bytes).toBeGreaterThan(500_000);
  const second = await get('b.m3u8');
  expect([first.asset, first.isDropped, second.isDropped]).toEqual([undefined, true, false]);
  expect(budgets.memory.bytes).toBe(bytes);
  const before = requested.length;
  expect((await get('b.m3u8')).isDropped).toBe(false);
  expect(requested.length).toBe(before);
  expect((await get('a.m3u8')).asset?.content.durationMs).toBe(1_000_000);
  expect(second.isDropped).toBe(true);
});

test('SEC-S55 an asset that is too long is refused, keeps nothing and is not read again for a while', async () => {
  const { get, requested, refused, pass, budgets } = cacheOf(() => tierBudgets.trial.entries + 1);
  const tooLarge = expect.objectContaining({ code: 'SOURCE_TOO_LARGE' });
  await expect(get('a.m3u8')).rejects.toEqual(tooLarge);
  expect(budgets.memory.bytes).toBe(0);
  const { length } = requested;
  pass(10_000);
  await expect(get('a.m3u8')).rejects.toEqual(tooLarge);
  expect(requested.length).toBe(length);
  pass(30_000);
  await expect(get('a.m3u8')).rejects.toEqual(tooLarge);
  expect(requested.length).toBeGreaterThan(length);
  expect(refused).toEqual([
    'c1 https://origin.test/a.m3u8 SOURCE_TOO_LARGE',
    'c1 https://origin.test/a.m3u8 SOURCE_TOO_LARGE',
  ]);
});

test('SEC-S57 few assets of a company are read at one time', async () => {
  const { get, mostReading } = cacheOf(() => 1);
  await Promise.all(Array.from({ length: 10 }, (_, index) => get(`${index}.m3u8`)));
  expect(mostReading()).toBe(tierBudgets.trial.assetsAtOnce);
});
