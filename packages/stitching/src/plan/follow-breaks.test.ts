import { describe, expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import { contentPod, fitPod } from '../pods/fit-pod.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';
import { followBreaks } from './follow-breaks.ts';
import { planBreak } from './plan-break.ts';
import { createPlan } from './splice-plan.ts';

const aBreak = (more: Partial<AdBreak> = {}): AdBreak => ({
  breakId: 'b1',
  state: 'open',
  startMs: 100_000,
  durationMs: 30_000,
  plannedEndMs: 130_000,
  dialects: ['EXT-X-CUE-OUT'],
  ...more,
});
const plan = createPlan({ sessionStartMs: 50_000, targetDuration: 2 });
const creative = simulatedCreative('c', 20_000, { v0: 2_000 });

describe('followBreaks', () => {
  it('offers a break once and knows the source until its edge', () => {
    const first = followBreaks(plan, [aBreak()], 100_000);
    expect(first.avails).toMatchObject([{ breakId: 'b1', startMs: 100_000, durationMs: 30_000 }]);
    expect(first.plan).toMatchObject({ knownUntilMs: 100_000, breaks: [{ state: 'pending' }] });
    expect(followBreaks(first.plan, [aBreak()], 104_000).avails).toEqual([]);
  });

  it('offers only what this session can still be shown', () => {
    const joined = createPlan({ sessionStartMs: 110_000, targetDuration: 2 });
    expect(followBreaks(joined, [aBreak()], 116_000).avails).toMatchObject([
      { startMs: 110_000, durationMs: 20_000 },
    ]);
    const over = createPlan({ sessionStartMs: 140_000, targetDuration: 2 });
    expect(followBreaks(over, [aBreak()], 146_000).plan.breaks).toEqual([]);
    const rest = createPlan({ sessionStartMs: 129_500, targetDuration: 2 });
    expect(followBreaks(rest, [aBreak()], 130_000).plan.breaks).toMatchObject([
      { state: 'content', reason: 'BREAK_TOO_SHORT' },
    ]);
  });

  it('a break that is found too late starts where nothing was published yet', () => {
    const { plan: later } = followBreaks(plan, [], 106_000);
    expect(followBreaks(later, [aBreak()], 108_000).avails).toMatchObject([{ startMs: 106_000 }]);
  });

  it('follows a start that is announced again, until it is reached', () => {
    const announced = followBreaks(plan, [aBreak({ state: 'announced' })], 90_000).plan;
    const moved = followBreaks(
      announced,
      [aBreak({ startMs: 101_500, plannedEndMs: 131_500 })],
      102_000,
    ).plan;
    expect(moved.breaks).toMatchObject([{ startMs: 101_500, endMs: 131_500 }]);
    const tooLate = followBreaks(
      moved,
      [aBreak({ startMs: 103_000, plannedEndMs: 131_500 })],
      104_000,
    ).plan;
    expect(tooLate.breaks).toMatchObject([{ startMs: 101_500 }]);
  });

  it('takes back a break that was cancelled before its start', () => {
    const announced = followBreaks(plan, [aBreak({ state: 'announced' })], 90_000).plan;
    const after = followBreaks(announced, [aBreak({ state: 'cancelled' })], 92_000).plan;
    expect(after.breaks).toMatchObject([{ state: 'content', reason: 'BREAK_CANCELLED' }]);
  });

  it('H4 two breaks near each other end alike, whichever of them is decided first', () => {
    const next = aBreak({ breakId: 'b2', startMs: 131_500, plannedEndMs: 161_500 });
    const { plan: both, avails } = followBreaks(plan, [aBreak(), next], 90_000);
    const longer = aBreak({ durationMs: 34_000, plannedEndMs: 134_000 });
    const offered = followBreaks(both, [longer, next], 92_000).plan;
    const [avail = expect.fail()] = avails;
    const slate = simulatedCreative('slate', 8_000, { v0: 2_000 });
    const first = fitPod({ ...avail, durationMs: 34_000 }, [], { slate });
    const second = contentPod('NO_ADS');
    const oneWay = planBreak(planBreak(offered, 'b1', first), 'b2', second);
    const other = planBreak(planBreak(offered, 'b2', second), 'b1', first);
    expect(oneWay.breaks.map(({ state }) => state)).toEqual(['replaced', 'content']);
    expect(oneWay).toEqual(other);
  });

  it('H4 likewise where the source has made the next one too short before it is decided', () => {
    const next = aBreak({ breakId: 'b2', startMs: 131_500, plannedEndMs: 161_500 });
    const { plan: both, avails } = followBreaks(plan, [aBreak(), next], 90_000);
    const longer = aBreak({ durationMs: 34_000, plannedEndMs: 134_000 });
    const shorter = { ...next, durationMs: 4_500, plannedEndMs: 136_000 };
    const offered = followBreaks(both, [longer, shorter], 92_000).plan;
    const [avail = expect.fail()] = avails;
    const slate = simulatedCreative('slate', 8_000, { v0: 2_000 });
    const first = fitPod({ ...avail, durationMs: 34_000 }, [], { slate });
    const ad = simulatedCreative('short', 1_400, { v0: 2_000 });
    const second = fitPod({ ...avail, durationMs: 30_000 }, [{ adId: 'a', creative: ad }]);
    const oneWay = planBreak(planBreak(offered, 'b1', first), 'b2', second);
    const other = planBreak(planBreak(offered, 'b2', second), 'b1', first);
    expect(oneWay.breaks).toMatchObject([{ state: 'replaced' }, { reason: 'BREAK_TOO_SHORT' }]);
    expect(oneWay).toEqual(other);
  });

  it.each([
    ['cancelled', { state: 'cancelled' as const }],
    ['too short', { durationMs: 500, plannedEndMs: 136_000 }],
  ])('a next break that is %s leaves the one before it its end', (_, change) => {
    const next = aBreak({ breakId: 'b2', startMs: 135_500, plannedEndMs: 165_500 });
    const known = 'state' in change ? [aBreak(), next] : [aBreak()];
    const before = followBreaks(plan, known, 90_000).plan;
    const { plan: both } = followBreaks(before, [aBreak(), { ...next, ...change }], 92_000);
    expect(both.breaks.at(1)?.state).toBe('content');
    const longer = aBreak({ durationMs: 34_000, plannedEndMs: 134_000 });
    const { plan: offered } = followBreaks(both, [longer], 92_000);
    const slate = simulatedCreative('slate', 34_000, { v0: 2_000 });
    const [avail = expect.fail()] = followBreaks(plan, [longer], 90_000).avails;
    const pod = fitPod(avail, [], { slate });
    expect(planBreak(offered, 'b1', pod).breaks[0]).toMatchObject({ returnMs: 134_000 });
  });

  it('a break that follows at once is joined without content; one soon after waits', () => {
    const next = aBreak({ breakId: 'b2', startMs: 130_000, plannedEndMs: 160_000 });
    const { plan: both } = followBreaks(plan, [aBreak(), next], 100_000);
    expect(both.breaks.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [100_000, 130_000],
      [130_000, 160_000],
    ]);
    const soon = aBreak({ breakId: 'b2', startMs: 131_000, plannedEndMs: 160_000 });
    expect(followBreaks(plan, [aBreak(), soon], 100_000).plan.breaks[1]?.startMs).toBe(135_000);
  });
});

describe('breaks in a row', () => {
  const first = followBreaks(plan, [aBreak()], 100_000);
  const [avail] = first.avails;
  if (avail === undefined) throw new Error('no avail');
  const pod = fitPod(avail, [
    { adId: 'a', sequence: 1, creative: simulatedCreative('c', 30_000, { v0: 2_000 }) },
  ]);
  const replaced = planBreak(first.plan, 'b1', pod);
  const next = aBreak({ breakId: 'b2', startMs: 130_040, plannedEndMs: 160_040 });

  it('a break signalled a few frames after the end of the previous one begins there, not late', () => {
    const { plan: both } = followBreaks(replaced, [aBreak(), next], 130_040);
    expect(both.breaks).toMatchObject([{ returnMs: 130_040 }, { startMs: 130_040 }]);
  });

  it('H3 not so when outputs can have come back already, whichever of them was requested', () => {
    const splice = { cutNumber: 50, firstAdMsn: 50, headNumber: 44, passed: false };
    const back = { ...splice, returnNumber: 65, returnMsn: 65 };
    const { plan: after } = followBreaks(replaced, [aBreak()], 130_020);
    for (const renditions of [{}, { v0: splice }, { v0: back }]) {
      const shown = { ...after, breaks: after.breaks.map((one) => ({ ...one, renditions })) };
      const { plan: both } = followBreaks(shown, [aBreak(), next], 130_040);
      expect(both.breaks).toMatchObject([{ returnMs: 130_000 }, { startMs: 134_040 }]);
    }
  });
});

describe('breaks in a row of an MPD', () => {
  it('meet also when content can have come back', () => {
    const [avail] = followBreaks(plan, [aBreak()], 100_000).avails;
    const pod = fitPod(avail ?? expect.fail(), [{ adId: 'a', creative }]);
    const dash = { digest: 0, publishTimeMs: 0, delayMs: 0, replacesClocks: false };
    const offered = followBreaks({ ...plan, dash }, [aBreak()], 100_000).plan;
    const decided = planBreak(offered, 'b1', pod);
    const returnMs = decided.breaks[0]?.returnMs ?? 0;
    const next = aBreak({
      breakId: 'b2',
      startMs: returnMs + 400,
      plannedEndMs: returnMs + 30_400,
    });
    const after = followBreaks(decided, [aBreak()], returnMs + 200).plan;
    const { breaks } = followBreaks(after, [aBreak(), next], returnMs + 400).plan;
    expect(breaks.map(({ startMs }) => startMs)).toEqual([100_000, returnMs + 400]);
  });
});

describe('a pre-roll', () => {
  const opened = createPlan({ sessionStartMs: 100_000, targetDuration: 2, preRollMs: 20_000 });

  it('CHE-037 is offered first and alone; the breaks of the channel when it is decided', () => {
    const running = aBreak({ startMs: 95_000, plannedEndMs: 140_000 });
    const offered = followBreaks(opened, [running], 106_000);
    expect(offered.avails).toMatchObject([
      { position: 'pre', startMs: 100_000, durationMs: 20_000 },
    ]);
    const again = followBreaks(offered.plan, [running], 108_000);
    expect(again).toEqual({ plan: offered.plan, avails: [] });
    const [avail] = offered.avails;
    if (avail === undefined) throw new Error('no avail');
    const filled = planBreak(
      offered.plan,
      avail.breakId,
      fitPod(avail, [
        { adId: 'a', sequence: 1, creative: simulatedCreative('c', 12_000, { v0: 2_000 }) },
      ]),
    );
    expect(followBreaks(filled, [running], 108_000).avails).toMatchObject([
      { breakId: 'b1', startMs: 112_000, durationMs: 28_000 },
    ]);
    const empty = planBreak(offered.plan, avail.breakId, contentPod('NO_ADS'));
    expect(followBreaks(empty, [running], 108_000).avails).toMatchObject([
      { breakId: 'b1', startMs: 100_000, durationMs: 40_000 },
    ]);
  });
});

describe('a live delay', () => {
  it('CHE-048 lets breaks be decided before their time', () => {
    const delayed = createPlan({ sessionStartMs: 50_000, targetDuration: 2, liveDelayMs: 10_000 });
    const { plan: followed, avails } = followBreaks(delayed, [aBreak()], 102_000);
    expect(avails).toMatchObject([{ startMs: 100_000 }]);
    expect(followed.knownUntilMs).toBe(92_000);
  });
});

describe('planBreak', () => {
  const offered = followBreaks(plan, [aBreak()], 100_000);
  const [avail] = offered.avails;

  it('replaces the break, and content comes back after the ads', () => {
    if (avail === undefined) throw new Error('no avail');
    const pod = fitPod(avail, [{ adId: 'a', sequence: 1, creative }]);
    const planned = planBreak(offered.plan, 'b1', pod);
    expect(planned.breaks).toMatchObject([{ state: 'replaced', returnMs: 120_000 }]);
    expect(planBreak(planned, 'b1', contentPod('NO_ADS'))).toBe(planned);
    expect(offered.plan.breaks).toMatchObject([{ state: 'pending' }]);
  });

  it('an early return never takes back what may have been published', () => {
    if (avail === undefined) throw new Error('no avail');
    const pod = fitPod(avail, [{ adId: 'a', sequence: 1, creative }]);
    const played = followBreaks(planBreak(offered.plan, 'b1', pod), [aBreak()], 112_000).plan;
    const ended = followBreaks(played, [aBreak({ endMs: 106_000, state: 'closed' })], 114_000).plan;
    expect(ended.breaks).toMatchObject([{ returnMs: 112_000, reason: 'EARLY_RETURN' }]);
  });
});
