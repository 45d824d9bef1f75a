// A session that another process takes up goes on as if nothing had been, by what was stored of it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { awayScenario, joinChannel, type Scenario, scenario, steps } from '../playback.suite.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import type { SimulatedSession } from '../simulated-channel.suite.ts';

const wanted = process.env['PLAYBACK_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(60));
const seed = wanted === undefined ? { seed: 20_261_129 } : {};
const timeout = 60_000 + numRuns * 10_000;

interface Step {
  /** Another process takes the session up. */
  readonly isTaken: boolean;
  /** The process before was killed before it had stored its latest plan. */
  readonly isLate: boolean;
}

class Comparison {
  taken = 0;
  refused = 0;
  readonly #renditions: readonly string[];
  #other: SimulatedSession;
  /** The plan that was stored after the previous reading. */
  #before: string;

  constructor(renditions: readonly string[], other: SimulatedSession) {
    this.#renditions = renditions;
    this.#other = other;
    this.#before = other.stored;
  }

  /** One step of both; then another process takes one of them up, if it can. */
  step(steady: SimulatedSession, nowMs: number, { isTaken, isLate }: Step): void {
    const answers = (session: SimulatedSession) =>
      this.#renditions.map((renditionId) => session.request(renditionId, nowMs)?.text);
    expect(answers(this.#other)).toEqual(answers(steady));
    const { stored } = this.#other;
    const last = isLate ? this.#before : stored;
    this.#before = stored;
    if (!isTaken) return;
    const taken = this.#other.takenUp(last, nowMs);
    if (taken === undefined) this.refused++;
    else this.taken++;
    this.#other = taken ?? this.#other;
  }
}

/** Plays the first session of a scenario in one process, and in many in turn. */
function playBoth(input: Scenario, takes: readonly Step[]) {
  const [viewer] = input.sessions;
  let comparison: Comparison | undefined;
  let steady: SimulatedSession | undefined;
  for (const { channel, step, nowMs } of steps(input)) {
    if (viewer === undefined || nowMs < viewer.joinMs) continue;
    steady ??= joinChannel(channel, viewer, input).session;
    const ids = channel.renditions.map(({ renditionId }) => renditionId);
    comparison ??= new Comparison(ids, joinChannel(channel, viewer, input).session);
    const at = takes[step % takes.length] ?? { isTaken: false, isLate: false };
    comparison.step(steady, nowMs, at);
  }
  return comparison;
}

it.each([
  ['read in turn', scenario],
  ['that cannot be read for a while', awayScenario],
])(
  'H1 H3 H35 sessions of renditions %s have the same playlists in whichever process they are',
  { timeout },
  (_, scenarios) => {
    let taken = 0;
    let refused = 0;
    const each = fc.record({ isTaken: fc.boolean(), isLate: fc.boolean() });
    const takes = fc.array(each, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(scenarios, takes, (input, at) => {
        const comparison = playBoth(input, at);
        taken += comparison?.taken ?? 0;
        refused += comparison?.refused ?? 0;
      }),
      { numRuns, ...seed },
    );
    // A plan is refused when a break has begun without a stored decision: it is unknown what was shown.
    expect(taken).toBeGreaterThan(10 * refused);
  },
);
