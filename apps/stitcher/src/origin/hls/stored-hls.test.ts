import { SourceMemory } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { media, sourceOf } from '../../testing/hls-source.suite.ts';

const numbersOf = ({ source }: ReturnType<typeof sourceOf>, renditionId = 'v0') =>
  source.rendition(renditionId)?.window?.segments.map(({ number }) => number);

const startsOf = ({ source }: ReturnType<typeof sourceOf>) =>
  source.windows.map(({ segments }) => segments.map(({ startMs }) => startMs));

/** A source without dates that lists twelve segments, and what is stored of it. */
async function storedSource() {
  const rig = sourceOf(2, () => media(12, 100));
  await rig.source.open();
  const stored = await rig.source.store();
  rig.source.stop();
  return { rig, stored };
}

test('H1 H11 a source goes on with the window and the clock that it had', async () => {
  const { rig, stored } = await storedSource();
  const next = sourceOf(2, () => media(12, 105), undefined, stored);
  next.clock.nowMs = 86_400_000;
  await next.source.open();
  expect(numbersOf(next)).toEqual(Array.from({ length: 17 }, (_, index) => 100 + index));
  expect(startsOf(next).map((starts) => starts.slice(0, 12))).toEqual(startsOf(rig));
  expect(next.source.readings).toHaveLength(1);
  next.source.stop();
});

test('H35 renditions keep the ids that sessions know, whatever their order is now', async () => {
  const { stored } = await storedSource();
  const lines = stored?.map((line) => line.replaceAll('v1.m3u8', 'gone.m3u8')) ?? [];
  const swapped = lines.map((line) =>
    line.replaceAll('v0.m3u8', 'x.m3u8').replaceAll('gone.m3u8', 'v0.m3u8'),
  );
  const next = sourceOf(2, () => media(12, 105), undefined, swapped);
  const { renditions } = await next.source.open();
  expect(renditions.map(({ renditionId, url }) => `${renditionId} ${url.slice(-7)}`)).toEqual([
    'v1 v0.m3u8',
    'v2 v1.m3u8',
  ]);
  next.source.stop();
});

test('H20 breaks that have left the list are known', async () => {
  const list = (from: number) => {
    const marked = media(12, from).split('0.ts\n');
    const at = 102 - from;
    return marked
      .map((part, index) =>
        index === at ? part.replace('#EXTINF', '#EXT-X-CUE-OUT:4\n#EXTINF') : part,
      )
      .join('0.ts\n');
  };
  const rig = sourceOf(1, () => list(100));
  await rig.source.open();
  const stored = await rig.source.store();
  rig.source.stop();
  const [known = expect.fail()] = rig.source.breaks;
  const next = sourceOf(1, () => list(106), undefined, stored);
  await next.source.open();
  expect(next.source.breaks).toEqual([{ ...known, state: 'closed' }]);
  next.source.stop();
});

test.each([
  ['no JSON', ['{']],
  ['of another version', ['{"shape":"hls 0"}']],
  ['without a window', ['{"shape":"hls 1","renditions":[],"breaks":{"breaks":[]}}', '{}']],
])('H35 what is stored and %s keeps no source from being opened', async (_, stored) => {
  const rig = sourceOf(1, () => media(12, 100), undefined, stored);
  await rig.source.open();
  expect(numbersOf(rig)).toHaveLength(12);
  rig.source.stop();
});

test('H35 a window that cannot be restored costs one attempt', async () => {
  const { stored } = await storedSource();
  const spoilt = stored?.map((line) => line.replaceAll('"segments":[{', '"segments":[null,{'));
  const rig = sourceOf(2, () => media(12, 105), undefined, spoilt);
  await expect(rig.source.open()).rejects.toMatchObject({ code: 'SOURCE_NOT_A_MANIFEST' });
  expect(rig.broken).toHaveLength(1);
  rig.clock.nowMs += 60_000;
  await rig.source.open();
  expect(numbersOf(rig)).toHaveLength(12);
  rig.source.stop();
});

test('SEC-S56 what there is no room for is left out, and keeps no source from being opened', async () => {
  const { stored } = await storedSource();
  const long = stored?.map((line) => line.replace('{', `{"of":"${'x'.repeat(200_000)}",`));
  const rig = sourceOf(2, () => media(12, 105), new SourceMemory(400_000), long);
  await rig.source.open();
  expect(numbersOf(rig)).toHaveLength(12);
  expect(rig.broken).toEqual([expect.objectContaining({ code: 'SOURCE_TOO_LARGE' })]);
  rig.source.stop();
});

test('SEC-S56 what goes on counts in the memory of the company', async () => {
  const { stored } = await storedSource();
  const [alone, beside] = [
    sourceOf(2, () => media(1, 112)),
    sourceOf(2, () => media(1, 112), undefined, stored),
  ];
  for (const { source } of [alone, beside]) await source.open();
  expect(beside.budgets.memory.bytes).toBeGreaterThan(alone.budgets.memory.bytes);
  for (const { source } of [alone, beside]) source.stop();
});

test('a source that is not open stores nothing', async () => {
  const rig = sourceOf(1, () => 'nothing');
  expect(await rig.source.store()).toBeUndefined();
  await expect(rig.source.open()).rejects.toBeDefined();
  expect(await rig.source.store()).toBeUndefined();
  rig.source.stop();
});
