// Outputs are a function of the source and of the decisions, not of which renditions a
// viewer requests, and not of folded breaks.
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

const wanted = process.env['PLAYBACK_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(20));
const seed = wanted === undefined ? { seed: 20_261_128 } : {};
const timeout = 60_000 + numRuns * 10_000;

/** Renditions in the order in which they are requested, by their index; each step takes the next entry. */
type Order = readonly (readonly number[])[];

const order: fc.Arbitrary<Order> = fc.array(fc.shuffledSubarray([0, 1, 2, 3]), {
  minLength: 1,
  maxLength: 8,
});
const ALL: Order = [[0, 1, 2, 3]];

/** The texts of one step by rendition. An answer that enters a number throws. */
function ask({ session }: JudgedSession, ids: readonly string[], asked: Order, step: number) {
  const texts = new Map<string, string>();
  for (const id of (asked[step % asked.length] ?? []).map((index) => ids[index] ?? '')) {
    const answer = session.answer(id);
    if (answer === undefined) continue;
    texts.set(id, answer.text);
  }
  return texts;
}

interface Pair {
  readonly one: JudgedSession;
  readonly other: JudgedSession;
}

/** Calls `compare` for each viewer after each step, with two sessions that began alike. */
function sideBySide(
  input: Scenario,
  keptMs: number | undefined,
  compare: (pair: Pair, ids: readonly string[], step: number) => void,
): void {
  const pairs = new Map<number, Pair>();
  for (const { channel, step, nowMs } of steps(input, keptMs))
    for (const [index, viewer] of input.sessions.entries()) {
      if (nowMs < viewer.joinMs) continue;
      const join = () => joinChannel(channel, viewer, input);
      const pair = pairs.get(index) ?? { one: join(), other: join() };
      pairs.set(index, pair);
      pair.one.session.follow(nowMs);
      pair.other.session.follow(nowMs);
      const ids = channel.renditions.map(({ renditionId }) => renditionId);
      compare(pair, ids, step);
    }
}

it.each([
  ['read in turn', scenario],
  ['that cannot be read for a while', awayScenario],
  ['whose reference cannot be read for a while', leaderlessScenario],
])(
  'H2 H3 H4 H19 any renditions %s, asked for in any order, leave the same plan',
  {
    timeout,
  },
  (_, scenarios) => {
    fc.assert(
      fc.property(scenarios, order, (input, asked) => {
        sideBySide(input, undefined, ({ one, other }, ids, step) => {
          const some = ask(one, ids, asked, step);
          const all = ask(other, ids, ALL, step);
          for (const [id, text] of some) expect(text).toBe(all.get(id));
          expect(one.session.plan).toStrictEqual(other.session.plan);
        });
      }),
      { numRuns, ...seed },
    );
  },
);

/** A break of 10 s from 40 s on; the video has a cut where it ends, audio has none within 2 s of it. */
const oneBreak = (away: NonNullable<Scenario['away']>): Scenario => {
  const viewer = {
    ...{ joinMs: 30_000, delayMs: 0, adsMs: [10_000], slate: false, answers: true },
    ...{ preRollSeconds: 0, dvrSeconds: 0, grows: false, liveDelaySeconds: 0 },
    ...{ startOverMs: undefined, numbers: 'plan' as const, requests: [15] },
  };
  return {
    ...{ windowSegments: 6, videoMs: 4_000, audioMs: 5_995, audioOffMs: undefined, hasDates: true },
    ...{ discontinuities: true, encrypted: false, fmp4: false, byteRanges: false },
    ...{ subtitles: false, polls: [15], stepMs: 900, sessions: [viewer] },
    breaks: [{ gapMs: 16_000, announcedMs: 10_000, returnShiftMs: 0 }],
    away,
    leadsChange: true,
  };
};
const V0_AND_V1 = [
  { index: 0, fromMs: 45_000 },
  { index: 1, fromMs: 51_000 },
];

it('H3 H4 likewise where the reference is away, and another rendition ends where a break does', () => {
  const input = oneBreak(V0_AND_V1.map((away) => ({ ...away, forMs: 60_000 })));
  sideBySide(input, undefined, ({ one, other }, ids, step) => {
    ask(one, ids, [[2]], step);
    ask(other, ids, ALL, step);
    expect(one.session.plan).toStrictEqual(other.session.plan);
  });
});

it.each([
  ['measured on the reference when it comes back last', 15_000, [undefined, 0]],
  ['as planned when the reference has missed the break', 60_000, [undefined]],
])('H19 drift is %s', (_, forMs, expected) => {
  const input = oneBreak(V0_AND_V1.map((away) => ({ ...away, forMs })));
  const driftsMs = new Set<number | undefined>();
  let judged: JudgedSession | undefined;
  for (const { channel, nowMs } of steps(input)) {
    const [viewer] = input.sessions;
    if (viewer === undefined || nowMs < viewer.joinMs) continue;
    judged ??= joinChannel(channel, viewer, input);
    judged.session.follow(nowMs);
    const [planned] = judged.session.plan.breaks;
    if (planned?.renditions['a0']?.returnMsn !== undefined) driftsMs.add(planned.driftMs);
  }
  expect([...driftsMs]).toEqual(expected);
});

it('H1 H2 H4 what is folded is seen in no output', { timeout }, () => {
  let folded = 0;
  fc.assert(
    fc.property(scenario, (input) => {
      sideBySide(input, 30_000, ({ one, other }, ids, step) => {
        one.session.compact();
        folded += other.session.plan.breaks.length - one.session.plan.breaks.length;
        expect(ask(one, ids, ALL, step)).toStrictEqual(ask(other, ids, ALL, step));
      });
    }),
    { numRuns, ...seed },
  );
  expect(folded).toBeGreaterThan(0);
});
