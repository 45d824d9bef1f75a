// Outputs are a function of the readings of the source and of the decisions, not of when a viewer requests them.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  awayScenario,
  type JudgedSession,
  joinChannel,
  leaderlessScenario,
  type Scenario,
  scenario,
  steps,
} from '../playback.suite.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import type { SimulatedChannel } from '../simulated-channel.suite.ts';

const wanted = process.env['PLAYBACK_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(20));
const seed = wanted === undefined ? { seed: 20_261_129 } : {};
const timeout = 60_000 + numRuns * 10_000;

interface Pair {
  /** Follows every reading. */
  readonly all: JudgedSession;
  /** Follows on a request, when a break is new or changed, and when one is decided. */
  readonly some: JudgedSession;
}

/** Whether the second session of each viewer is requested, by step. */
const asking = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

class Comparison {
  compared = 0;
  #skipped = 0;
  readonly #pairs = new Map<number, Pair>();

  /** One step of a viewer; `isAsked`: of both sessions, `isNews`: a break is new or changed. */
  step(
    { channel, nowMs }: { readonly channel: SimulatedChannel; readonly nowMs: number },
    { index, join }: { readonly index: number; readonly join: () => JudgedSession },
    { isAsked, isNews }: { readonly isAsked: boolean; readonly isNews: boolean },
  ): void {
    const isJoining = !this.#pairs.has(index);
    const { all, some } = this.#pairs.get(index) ?? { all: join(), some: join() };
    this.#pairs.set(index, { all, some });
    all.session.follow(nowMs);
    const isFollowed = isAsked || isNews || isJoining;
    if (isFollowed) some.session.follow(nowMs);
    else some.session.decideDue(nowMs);
    this.#skipped += isFollowed ? 0 : 1;
    if (!isAsked) return;
    this.compared += this.#skipped > 0 ? 1 : 0;
    expect(some.session.plan).toStrictEqual(all.session.plan);
    for (const { renditionId } of channel.renditions)
      expect(some.session.answer(renditionId)?.text).toBe(all.session.answer(renditionId)?.text);
  }
}

/** @returns requests of a session that had skipped readings */
function compareAll(input: Scenario, asks: readonly boolean[]): number {
  const comparison = new Comparison();
  let known: unknown;
  for (const { channel, step, nowMs } of steps(input)) {
    const isNews = !isDeepStrictEqual(known, channel.breaks.breaks);
    known = channel.breaks.breaks;
    const isAsked = asks[step % asks.length] ?? false;
    for (const [index, viewer] of input.sessions.entries()) {
      const join = () => joinChannel(channel, viewer, input);
      if (nowMs >= viewer.joinMs)
        comparison.step({ channel, nowMs }, { index, join }, { isAsked, isNews });
    }
  }
  return comparison.compared;
}

it.each([
  ['read in turn', scenario],
  ['that cannot be read for a while', awayScenario],
  ['whose reference cannot be read for a while', leaderlessScenario],
])(
  'H1 H2 H3 H4 H19 a session of renditions %s that is asked now and then has the plan of one that is always asked',
  { timeout },
  (_, scenarios) => {
    let compared = 0;
    fc.assert(
      fc.property(scenarios, asking, (input, asks) => {
        compared += compareAll(input, asks);
      }),
      { numRuns, ...seed },
    );
    expect(compared).toBeGreaterThan(0);
  },
);
