import { createPlan, type SourceWindow } from '@interlude/stitching';
import { expect, it } from 'vitest';
import { outputCacheKey, SharedOutputs } from './shared-outputs.ts';

const window: SourceWindow = {
  renditionId: 'v0',
  segments: [],
  targetDuration: 4,
  ended: false,
} as unknown as SourceWindow;

const planOf = (preRollMs: number) =>
  createPlan({ sessionStartMs: 10_000, targetDuration: 4, preRollMs });

it('a plan says the same after thousands of other breaks', () => {
  const plan = planOf(8_000);
  const before = outputCacheKey(plan, 'v0');
  for (let other = 0; other < 5_000; other += 1) {
    expect(outputCacheKey(planOf(9_000 + other), 'v0')).not.toBe(before);
  }
  expect(outputCacheKey(plan, 'v0')).toBe(before);
});

it('numbers windows by themselves, not by what they show', () => {
  const shared = new SharedOutputs();
  const other = { ...window };
  expect(shared.numberOf(window)).toBe(shared.numberOf(window));
  expect(shared.numberOf(other)).not.toBe(shared.numberOf(window));
  shared.add(window, 'key', Buffer.from('a'));
  expect([shared.find(window, 'key')?.toString(), shared.find(other, 'key')]).toEqual([
    'a',
    undefined,
  ]);
});

it('H4 a plan whose folded break hides markers has outputs of its own', () => {
  const plan = planOf(0);
  const folded = { ...plan, base: { ...plan.base, hidesMarkers: true } };
  expect(outputCacheKey(folded, 'v0')).not.toBe(outputCacheKey(plan, 'v0'));
});
