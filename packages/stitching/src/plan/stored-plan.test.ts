import { expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import { contentPod } from '../pods/fit-pod.ts';
import { followBreaks } from './follow-breaks.ts';
import { createPlan } from './splice-plan.ts';
import { storePlan, takeUpPlan } from './stored-plan.ts';

const adBreak: AdBreak = {
  breakId: 'b1',
  state: 'open',
  startMs: 10_000,
  durationMs: 30_000,
  plannedEndMs: 40_000,
  endMs: undefined,
  dialects: ['cue'],
};
/** The edge is 2 s before the break, which is pending. */
const { plan } = followBreaks(
  createPlan({ sessionStartMs: 0, targetDuration: 4 }),
  [adBreak],
  8_000,
);
const stored = storePlan({ plan, version: 1 });
const decisionOf = () => ({ pod: contentPod('NO_ADS'), startMs: 10_000 });
const takenUp = (seen: AdBreak, knownUntilMs: number) =>
  takeUpPlan(stored, { breaks: [seen], knownUntilMs }, decisionOf);

const changes: readonly (readonly [string, AdBreak])[] = [
  ['came back early', { ...adBreak, state: 'closed', endMs: 20_000 }],
  ['became longer', { ...adBreak, durationMs: 40_000, plannedEndMs: 50_000 }],
  ['moved', { ...adBreak, startMs: 11_000 }],
  ['was cancelled', { ...adBreak, state: 'cancelled' }],
];

it('H1 H35 a plan is taken up when the edge has reached a break that is as it was planned', () => {
  expect(takenUp(adBreak, 12_000)?.plan.breaks).toHaveLength(1);
});

it.each(changes)(
  'H1 H35 not when the break %s since: it may have been entered before',
  (_, seen) => {
    expect(takenUp(seen, 12_000)).toBeUndefined();
    // Before the edge nothing of it was shown.
    expect(takenUp(seen, 9_000)).toBeDefined();
  },
);
