// Outputs are a function of the readings of the source and of the decisions, not of when a decision was made.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  awayScenario,
  type JudgedSession,
  joinChannel,
  type Scenario,
  scenario,
  steps,
} from '../playback.suite.ts';
import { propertyRuns } from '../property-runs.suite.ts';

const wanted = process.env['PLAYBACK_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(20));
const seed = wanted === undefined ? { seed: 20_261_130 } : {};
const timeout = 60_000 + numRuns * 10_000;

interface Pair {
  readonly soon: JudgedSession;
  readonly late: JudgedSession;
}

/** Time until the ad server has answered, ms. */
const lateness = fc.constantFrom(0, 500, 1_500, 4_000, 9_000);

/** @returns comparisons of sessions that got a decision late */
function compareAll(input: Scenario, lateMs: number): number {
  const pairs = new Map<number, Pair>();
  let compared = 0;
  for (const { channel, nowMs } of steps(input)) {
    for (const [index, viewer] of input.sessions.entries()) {
      if (nowMs < viewer.joinMs) continue;
      const join = (delayMs: number) => joinChannel(channel, { ...viewer, delayMs }, input);
      const { soon, late } = pairs.get(index) ?? { soon: join(0), late: join(lateMs) };
      pairs.set(index, { soon, late });
      soon.session.follow(nowMs);
      late.session.follow(nowMs);
      // While it waits, it lists no more of the break, and nothing else.
      if (late.session.isHeld) continue;
      compared += soon.session.plan.breaks.length > 0 ? 1 : 0;
      expect(late.session.plan).toStrictEqual(soon.session.plan);
    }
  }
  return compared;
}

it.each([
  ['read in turn', scenario],
  ['that cannot be read for a while', awayScenario],
])(
  'H1 H4 H20 a session of renditions %s whose ads come late has the plan of one whose ads come at once',
  { timeout },
  (_, scenarios) => {
    let compared = 0;
    fc.assert(
      fc.property(scenarios, lateness, (input, lateMs) => {
        compared += compareAll(input, lateMs);
      }),
      { numRuns, ...seed },
    );
    expect(compared).toBeGreaterThan(0);
  },
);
