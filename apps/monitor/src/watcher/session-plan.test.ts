import type { Answer } from '@interlude/audit';
import { expect, test } from 'vitest';
import { planAddress, SessionPlan } from './session-plan.ts';

const page = 'https://cdn.test/x/hls/c1/S/v0.m3u8';

function planOf(texts: readonly string[]) {
  let nowMs = 1_000_000;
  const asked: string[] = [];
  const answer = (text: string | undefined): Answer =>
    text === undefined
      ? { kind: 'failed', reason: 'down', bytes: 0 }
      : { kind: 'text', url: page, text, bytes: text.length };
  const read = async (url: string) => {
    asked.push(url);
    const size = { bytes: 0, entries: 0 };
    return { answer: answer(texts[asked.length - 1]), size, tookMs: 1, host: 'cdn.test' };
  };
  const plan = new SessionPlan(read, { now: () => nowMs });
  const refresh = async (waitMs: number) => {
    nowMs += waitMs;
    await plan.refresh(page, new AbortController().signal);
    return plan.breaks.map(({ breakId, ads }) => [breakId, ads.map(({ creative }) => creative)]);
  };
  return { plan, asked, refresh, now: () => nowMs };
}

const ad = { placement: 'b.0', creative: 'shoes', title: '', startMs: 1, durationMs: 2 };
const breaks = (id: string) => JSON.stringify([{ id, startMs: 1, endMs: 3, ads: [ad] }]);

test('the plan of a session lies beside its manifests', () => {
  expect(planAddress(page)).toBe('https://cdn.test/x/hls/c1/S/breaks.json');
  expect(planAddress('https://v.test/hls/c1/S/v0/name.m3u8?x=1')).toBe(
    'https://v.test/hls/c1/S/breaks.json',
  );
  expect(planAddress('https://v.test/dash/c1/S.mpd')).toBe('https://v.test/dash/c1/S/breaks.json');
  expect(planAddress('https://v.test/hls/c1/master.m3u8')).toBeUndefined();
  expect(planAddress('no address')).toBeUndefined();
});

test('it is read again after two seconds at the earliest, and what fails leaves what is known', async () => {
  const { refresh, asked, plan, now } = planOf([breaks('b'), breaks('c'), '<html>']);
  expect(await refresh(5_000)).toEqual([['b', ['shoes']]]);
  expect(plan.namesAt(now()).placement('b.0')).toMatchObject({ creative: 'shoes' });
  expect(await refresh(1_000)).toEqual([['b', ['shoes']]]);
  expect(await refresh(2_000)).toEqual([['c', ['shoes']]]);
  expect(await refresh(20_000)).toEqual([['c', ['shoes']]]);
  expect(plan.isKnownAt(now())).toBe(true);
  expect(await refresh(20_000)).toEqual([['c', ['shoes']]]);
  expect(plan.isKnownAt(now())).toBe(false);
  expect(asked).toHaveLength(4);
});
