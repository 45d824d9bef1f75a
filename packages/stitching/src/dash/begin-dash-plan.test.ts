import { channelInput } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { dashEdgeMs } from '../dash-source/dash-window.ts';
import { extendDashWindow } from '../dash-source/extend-dash-window.ts';
import { type BeginDashPlanInput, beginDashPlan } from './begin-dash-plan.ts';
import { EPOCH_MS, mpdOf, simulatedMpdText } from './simulated-mpd.suite.ts';

const SEGMENT_MS = 2_000;
const nowMs = EPOCH_MS + 120_000;
const source = {
  form: 'time',
  videoMs: SEGMENT_MS,
  audioMs: SEGMENT_MS,
  windowMs: 60_000,
  periodStartsMs: [],
  hasPeriodIds: true,
} as const;
const window = extendDashWindow(undefined, mpdOf(simulatedMpdText(source, 120_000)), {
  baseUrl: 'https://origin.test/live.mpd',
  nowMs,
  keepMs: 0,
});
const edgeMs = dashEdgeMs(window);

function begin(fields: object, more: Partial<BeginDashPlanInput> = {}) {
  const settings = channelInput.parse({
    name: 'n',
    sourceManifestUrl: 'https://origin.test/live.mpd',
    ...fields,
  });
  const input = { window, targetDuration: 2, settings, presentationDelayMs: 6_000, ...more };
  const plan = beginDashPlan(input);
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

describe('a DASH session begins', () => {
  it('D19 where players join, and lists what the source does', () => {
    expect(begin({})).toMatchObject({
      sessionStartMs: edgeMs - 6_000,
      liveDelayMs: 0,
      listing: { windowMs: 0, fromMs: Number.NEGATIVE_INFINITY },
    });
  });

  it('CHE-048 liveDelay behind the edge, as far as segments are there', () => {
    expect(begin({ liveDelay: 10 })).toMatchObject({
      liveDelayMs: 10_000,
      sessionStartMs: edgeMs - 16_000,
    });
    expect(begin({ liveDelay: 600 }).liveDelayMs).toBeLessThan(60_000);
  });

  it('CHE-049 with a DVR window, at once or growing from what the source lists', () => {
    expect(begin({ dvrWindow: 40 }).listing).toMatchObject({ windowMs: 40_000 });
    const { listing } = begin({ dvrWindow: 1_800, startAtDvrWindow: false });
    expect(listing.windowMs).toBe(1_800_000);
    expect(listing.fromMs).toBeLessThan(edgeMs - 30_000);
  });

  it('CHE-047 where start= says, on a boundary, within the time shift', () => {
    const over = begin({ timeShiftWindow: 3_600 }, { startMs: edgeMs - 31_000 });
    expect(over).toMatchObject({
      sessionStartMs: edgeMs - 30_000,
      listing: { fromMs: edgeMs - 30_000, beginsAtMs: edgeMs - 30_000 },
    });
    expect(begin({}, { startMs: edgeMs - 31_000 }).listing.beginsAtMs).toBeUndefined();
    expect(
      begin({ timeShiftWindow: 3_600 }, { startMs: edgeMs }).listing.beginsAtMs,
    ).toBeUndefined();
  });

  it('starts at the beginning of the DVR window with replaceBehind', () => {
    const { sessionStartMs } = begin({ dvrWindow: 40 }, { replaceBehind: true });
    expect(sessionStartMs).toBe(edgeMs - 40_000);
  });

  it('CHE-037 with a pre-roll on a boundary far enough behind, and lists nothing before it', () => {
    const preRoll = { enablePreRoll: true, preRoll: { maxDuration: 20, maxCount: 2 } };
    const plan = begin(preRoll, { presentationDelayMs: 7_000 });
    expect(plan).toMatchObject({
      sessionStartMs: edgeMs - 8_000,
      listing: { windowMs: 0, fromMs: edgeMs - 8_000 },
      breaks: [{ isPreRoll: true, startMs: edgeMs - 8_000, endMs: edgeMs + 12_000 }],
    });
    expect(begin(preRoll, { presentationDelayMs: 1_000 }).sessionStartMs).toBe(edgeMs - 6_000);
    const withPast = begin({ ...preRoll, dvrWindow: 40 });
    expect(withPast.listing.fromMs).toBe(Number.NEGATIVE_INFINITY);
    expect(begin(preRoll, { isResumed: true }).breaks).toEqual([]);
    expect(begin({ ...preRoll, preRoll: { maxCount: 0 } }).breaks).toEqual([]);
  });
});
