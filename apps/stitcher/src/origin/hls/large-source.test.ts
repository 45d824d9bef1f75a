import { budgetLimits, SourceMemory, tierBudgets } from '@interlude/runtime';
import { describe, expect, test, vi } from 'vitest';
import { media, sourceOf } from '../../testing/hls-source.suite.ts';

const tooLarge = (reason: string) =>
  expect.objectContaining({
    code: 'SOURCE_TOO_LARGE',
    details: expect.objectContaining({ reason }),
  });

test('SEC-S55 of a source whose playlists are too long little is requested, and nothing again for a while', async () => {
  const { entries } = tierBudgets.trial;
  const { source, requested, clock, budgets } = sourceOf(40, () => media(entries + 1));
  await expect(source.open()).rejects.toEqual(tooLarge('segments'));
  expect(source.health).toMatchObject({ state: 'failing', error: { code: 'SOURCE_TOO_LARGE' } });
  expect(source.health.error?.message).toContain(`more than ${entries} segments in one playlist`);
  const first = requested.length;
  expect(first).toBeLessThanOrEqual(1 + budgetLimits.renditionsAtOnce);
  expect(budgets.memory.bytes).toBe(0);
  clock.nowMs = budgetLimits.tooLargeForMs - 1;
  await expect(source.open()).rejects.toEqual(tooLarge('segments'));
  expect(requested.length).toBe(first);
  clock.nowMs += 1;
  await expect(source.open()).rejects.toEqual(tooLarge('segments'));
  expect(requested.length).toBeGreaterThan(first);
  source.stop();
});

test('SEC-S55 a multivariant playlist is small', async () => {
  const { source } = sourceOf(budgetLimits.multivariantEntries + 1, () => media(1));
  await expect(source.open()).rejects.toEqual(tooLarge('renditions'));
  source.stop();
});

test('SEC-S56 a source whose renditions are too much together is refused and keeps nothing', async () => {
  const memory = new SourceMemory(2_000_000);
  const { source, budgets } = sourceOf(40, () => media(1_000), memory);
  await expect(source.open()).rejects.toEqual(tooLarge('company'));
  expect(budgets.memory.bytes).toBe(0);
  source.stop();
});

test('SEC-S56 an open source keeps what it had where it grows beyond, and goes on when it is small again', async () => {
  const sizes = new Map([
    ['v0.m3u8', 3],
    ['v1.m3u8', 3],
  ]);
  const { source, clock, polled, budgets } = sourceOf(2, (name) => media(sizes.get(name) ?? 0));
  await source.open();
  const count = (name: string) => source.rendition(name)?.window?.segments.length;
  sizes.set('v0.m3u8', 4).set('v1.m3u8', tierBudgets.trial.entries + 1);
  await polled(2);
  expect([count('v0'), count('v1')]).toEqual([4, 3]);
  expect(source.rendition('v1')?.error).toEqual(tooLarge('segments'));
  sizes.set('v1.m3u8', 5);
  await polled(2);
  expect(count('v1')).toBe(3);
  clock.nowMs = budgetLimits.tooLargeForMs;
  await polled(2);
  expect(count('v1')).toBe(5);
  expect(budgets.memory.bytes).toBeGreaterThan(0);
  source.stop();
  expect(budgets.memory.bytes).toBe(0);
});

test('SEC-S57 a poll with long playlists lets the event loop go on between them, and shows all of them at once', async () => {
  let segments = 2_500;
  const { source, polled } = sourceOf(4, () => media(segments));
  const seen = new Set<string>();
  const shown = () => source.windows.map((window) => window.segments.length).join(' ');
  let turns = 0;
  const look = setInterval(() => {
    turns += 1;
    seen.add(shown());
  }, 0);
  await source.open();
  expect(turns).toBeGreaterThan(4);
  segments = 2_600;
  await polled(2);
  clearInterval(look);
  expect(seen).toEqual(new Set(['', '2500 2500 2500 2500', '2600 2600 2600 2600']));
  source.stop();
});

test('SEC-S57 markers are looked for where a playlist is new, not where another one is', async () => {
  let from = 0;
  const { source, budget, polled } = sourceOf(2, (name) => media(3, name === 'v0.m3u8' ? 0 : from));
  await source.open();
  await polled(1);
  const work = vi.spyOn(budget, 'work');
  from += 1;
  await polled(1);
  // Its size, its kind, its segments, whether it has markers at all, and its window.
  expect(work).toHaveBeenCalledTimes(5);
  source.stop();
});

describe('a source that begins anew is read in turns', () => {
  const long = 2_500;
  /** The same numbers again, of other files. */
  const anew = (text: string) => text.replaceAll('0.ts', 'new.ts');

  test('SEC-S57 H6 a restart is that of the reference in the same poll, or waits for it with nothing newer read', async () => {
    const texts = new Map(['v0.m3u8', 'v1.m3u8'].map((name) => [name, media(long)]));
    const { source, budget, polled } = sourceOf(2, (name) => texts.get(name) ?? '');
    await source.open();
    const seen = new Set<string>();
    const shown = () => source.windows.map(({ epochs }) => epochs.length).join(' ');
    const look = setInterval(() => seen.add(shown()), 0);
    const restarted = anew(media(long, 1));
    texts.set('v1.m3u8', restarted);
    await polled(2);
    expect(shown()).toBe('1 1');
    const steps = vi.spyOn(budget, 'steps');
    await polled(2);
    expect(steps).not.toHaveBeenCalled();
    texts.set('v0.m3u8', restarted);
    await polled(2);
    clearInterval(look);
    expect(seen).toEqual(new Set(['1 1', '2 2']));
    const last = source.windows.map(({ segments }) => segments.at(-1));
    expect(last[1]).toMatchObject({
      startMs: last[0]?.startMs,
      discontinuityNumber: last[0]?.discontinuityNumber,
    });
    source.stop();
  });

  test('SEC-S57 H6 H11 the reference begins anew behind what the others have shown', async () => {
    const dated = (segments: number, from: number, second: number) =>
      media(segments, from).replace(
        '#EXTINF',
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(second * 1_000).toISOString()}\n#EXTINF`,
      );
    const texts = new Map(['v0.m3u8', 'v1.m3u8'].map((name) => [name, dated(long, 0, 0)]));
    const { source, polled } = sourceOf(2, (name) => texts.get(name) ?? '');
    await source.open();
    // Two seconds ahead of the reference when that begins anew, a minute too early.
    texts.set('v1.m3u8', dated(long, 2, 2));
    await polled(2);
    const restarted = anew(dated(3, 1, long - 60));
    texts.set('v0.m3u8', restarted).set('v1.m3u8', restarted);
    await polled(2);
    const firsts = source.windows.map(({ segments }) => segments.find(({ epoch }) => epoch === 1));
    expect(firsts.map((first) => first?.startMs)).toEqual([
      (long + 1.5) * 1_000,
      (long + 1.5) * 1_000,
    ]);
    source.stop();
  });
});
