import { describe, expect, it } from 'vitest';
import { type Avail, createPlan, type SplicePlan } from '../plan/splice-plan.ts';
import { contentPod, fitPod } from '../pods/fit-pod.ts';
import { type PublishedBreak, resumeDashPlan } from './resume-dash-plan.ts';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  EPOCH_MS,
  mpdOf,
  type SimulatedMpd,
  simulatedMpdText,
} from './simulated-mpd.suite.ts';

const SOURCE: SimulatedMpd = {
  form: 'time',
  videoMs: 1_920,
  audioMs: 1_984,
  windowMs: 30_000,
  periodStartsMs: [],
  hasPeriodIds: true,
};
const BREAK = adBreak('b1', 40_000, 15_000);
const ads = [{ adId: 'a', sequence: 1, creative: dashCreative('c', 15_000) }];

/** Output of a session at `nowMs`, and its output then from a process that resumes it and knows `shown`. */
function beforeAndAfter(nowMs: number) {
  const rig = new DashRig();
  rig.breaks = [BREAK];
  const shown = new Map<string, PublishedBreak>();
  const decide = (avail: Avail) => fitPod(avail, ads, {});
  /** Notes the published breaks; their ads have been moved so that content can return after them. */
  const note = ({ breaks }: SplicePlan) => {
    for (const { breakId, state, startMs, endMs, returnMs, placements } of breaks) {
      if (state !== 'replaced') continue;
      const pod = { ...contentPod('NO_ADS'), placements, occupiesMs: returnMs - startMs };
      const durationMs = endMs - startMs;
      shown.set(breakId, { breakId, startMs, durationMs, pod, isPreRoll: false });
    }
  };
  const viewer = new DashViewer(rig, decide, 0, 20_000);
  let before = '';
  for (let atMs = 30_000; atMs <= nowMs; atMs += 1_000) {
    rig.poll(simulatedMpdText(SOURCE, atMs), atMs);
    before = viewer.request(atMs).text;
    note(viewer.plan);
  }
  const fresh = new DashRig();
  fresh.poll(simulatedMpdText(SOURCE, nowMs), nowMs);
  // Past markers are no longer listed.
  fresh.breaks = nowMs < 60_000 ? [BREAK] : [];
  const { window } = fresh;
  if (window === undefined) throw new Error('the source was polled');
  const successor = new DashViewer(fresh, decide, 0, nowMs - 9_000);
  const begun = createPlan({ sessionStartMs: EPOCH_MS + nowMs - 9_000, targetDuration: 4 });
  const knownUntilMs = EPOCH_MS + fresh.edgeMs;
  successor.plan = resumeDashPlan(begun, window, [...shown.values()], {
    breaks: fresh.breaks,
    knownUntilMs,
  });
  const placesOf = (text: string) =>
    mpdOf(text).periods.map(({ id, startMs }) => `${id} ${startMs}`);
  return { before: placesOf(before), after: placesOf(successor.request(nowMs).text) };
}

describe('H35 D1 a session that a killed process left', () => {
  it.each([
    ['in the break', 48_000],
    ['at its end', 57_000],
    ['when the break’s start has left the source', 78_000],
    ['when the break has left it', 110_000],
    ['long after it', 900_000],
  ])('has the same Periods %s', (_, nowMs) => {
    const { before, after } = beforeAndAfter(nowMs);
    expect(after).toEqual(before);
  });

  it('begins like a new one when nothing was shown', () => {
    const rig = new DashRig();
    rig.poll(simulatedMpdText(SOURCE, 60_000), 60_000);
    const plan = createPlan({ sessionStartMs: EPOCH_MS + 50_000, targetDuration: 4 });
    if (rig.window === undefined) throw new Error('the source was polled');
    expect(resumeDashPlan(plan, rig.window, [], { breaks: [], knownUntilMs: 0 })).toBe(plan);
  });
});
