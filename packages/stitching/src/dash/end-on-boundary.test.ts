// H18, H21, D8: whole ads in a break that no slate fills.
import { auditDashSession, EMPTY_DASH_AUDIT } from '@interlude/audit';
import { describe, expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import { type Avail, createPlan } from '../plan/splice-plan.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { resumeDashPlan } from './resume-dash-plan.ts';
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
  videoMs: 4_000,
  audioMs: 4_011,
  windowMs: 40_000,
  periodStartsMs: [],
  hasPeriodIds: true,
};

interface Case {
  readonly adsMs: readonly number[];
  readonly aBreak: (nowMs: number) => AdBreak;
  readonly source?: Partial<SimulatedMpd>;
  readonly slate?: boolean;
  readonly untilMs?: number;
}

function play({ adsMs, aBreak, source = {}, slate = false, untilMs = 70_000 }: Case) {
  const rig = new DashRig();
  const ads = adsMs.map((ms, n) => ({
    adId: `ad${n}`,
    sequence: n + 1,
    creative: dashCreative(`c${n}`, ms),
  }));
  const decide = (avail: Avail) =>
    fitPod(avail, ads, { slate: slate ? dashCreative('slate', 20_000) : undefined });
  const viewer = new DashViewer(rig, decide, 0, 15_000);
  let audit = EMPTY_DASH_AUDIT;
  let text = '';
  for (let nowMs = 24_000; nowMs < untilMs; nowMs += 1_000) {
    rig.poll(simulatedMpdText({ ...SOURCE, ...source }, nowMs), nowMs);
    rig.breaks = [aBreak(nowMs)];
    ({ text } = viewer.request(nowMs));
    const output = { url: 'https://stitcher.example/dash/c/s.mpd', fetchedAtMs: nowMs, text };
    const adOf = (uri: string) => /ad\/([^/]+)\//.exec(uri)?.[1];
    const judged = auditDashSession(audit, output, { adOf });
    expect(judged.findings).toEqual([]);
    audit = judged.state;
  }
  const periods = mpdOf(text).periods.map(({ id, startMs }) => `${id} ${startMs}`);
  return { rig, viewer, text, periods };
}

describe('H18 ads without slate', () => {
  it.each([
    [
      'in a break that content fills up',
      [10_240],
      12_000,
      ['src0 0', 'b1-0 41760', 'src0-r52000 52000'],
    ],
    ['in a long break', [10_240], 30_000, ['src0 0', 'b1-0 41760', 'src0-r52000 52000']],
    ['that end on a boundary', [8_000], 12_000, ['src0 0', 'b1-0 40000', 'src0-r48000 48000']],
    [
      'that end some frames after one',
      [8_080],
      12_000,
      ['src0 0', 'b1-0 40000', 'src0-r48000 48000'],
    ],
    [
      'one after the other',
      [5_120, 5_120],
      12_000,
      ['src0 0', 'b1-0 41760', 'b1-1 46880', 'src0-r52000 52000'],
    ],
  ] as const)('%s are shown whole', (_, adsMs, lengthMs, wanted) => {
    const { periods } = play({ adsMs, aBreak: () => adBreak('b1', 40_000, lengthMs) });
    expect(periods).toEqual(wanted);
  });

  it('H21 in a source without segment boundaries at its markers breaks are shown whole, too', () => {
    const { periods } = play({ adsMs: [10_240], aBreak: () => adBreak('b1', 38_500, 13_000) });
    expect(periods).toEqual(['src0 0', 'b1-0 41760', 'src0-r52000 52000']);
  });

  it('D8 the content before them lists the segment that its Period ends in, and what follows a whole one', () => {
    const { text } = play({ adsMs: [10_240], aBreak: () => adBreak('b1', 40_000, 12_000) });
    const [before, , after] = mpdOf(text).periods;
    expect(before?.id).toBe('src0');
    // From 20 s to 44 s; the ad begins at 41.76 s.
    expect(text.slice(0, text.indexOf('b1-0'))).toContain('<S t="1800000" d="360000" r="5"/>');
    const video = after?.adaptationSets[0]?.representations[0]?.addressing;
    expect(video?.presentationTimeOffset).toBe(52_000 * 90);
    expect(text.slice(text.indexOf('src0-r52000'))).toContain('<S t="4680000" d="360000"');
  });

  it('are not moved before slate, nor where they are longer than their break', () => {
    const aBreak = () => adBreak('b1', 40_000, 12_000);
    expect(play({ adsMs: [10_240], aBreak, slate: true }).periods).toEqual([
      'src0 0',
      'b1-0 40000',
      'b1-1 50240',
      'src0-r52000 52000',
    ]);
    expect(play({ adsMs: [13_000], aBreak }).periods).toEqual([
      'src0 0',
      'b1-0 40000',
      'src0-r52000 52000',
    ]);
  });

  it('D4 an early return still cuts them', () => {
    const aBreak = (nowMs: number) =>
      adBreak('b1', 40_000, 12_000, nowMs > 46_500 ? 46_000 : undefined);
    expect(play({ adsMs: [10_240], aBreak }).periods).toEqual([
      'src0 0',
      'b1-0 41760',
      'src0-r48000 48000',
    ]);
  });

  it('CHE-037 of a pre-roll begin so much later, and nothing is listed before them', () => {
    const rig = new DashRig();
    const creative = dashCreative('c', 10_240);
    const viewer = new DashViewer(rig, (avail) => fitPod(avail, [{ adId: 'a', creative }]), 0, 0);
    const fromMs = EPOCH_MS + 20_000;
    viewer.plan = createPlan({
      sessionStartMs: fromMs,
      targetDuration: 4,
      listing: { windowMs: 0, fromMs },
      preRollMs: 20_000,
    });
    const seen: string[][] = [];
    rig.poll(simulatedMpdText(SOURCE, 36_000), 36_000);
    // Decides; the channel's breaks are followed from then on.
    viewer.request(36_000);
    viewer.plan = { ...viewer.plan, dash: undefined };
    for (let nowMs = 36_000; nowMs < 50_000; nowMs += 1_000) {
      rig.poll(simulatedMpdText(SOURCE, nowMs), nowMs);
      const { text, periodCount } = viewer.request(nowMs);
      if (periodCount === 0) continue;
      const { periods, suggestedPresentationDelayMs } = mpdOf(text);
      seen.push(periods.map(({ startMs }) => String(startMs)));
      if (seen.length === 1) expect(nowMs - (suggestedPresentationDelayMs ?? 0)).toBe(22_060);
    }
    expect([seen[0], seen.at(-1)]).toEqual([
      ['21760', '32000'],
      ['21760', '32000'],
    ]);
  });

  it('D1 H35 stand where they stood when a killed process’s session is taken up', () => {
    const aBreak = () => adBreak('b1', 40_000, 12_000);
    const { rig, viewer, periods } = play({ adsMs: [10_240], aBreak, untilMs: 60_000 });
    const [planned] = viewer.plan.breaks;
    if (!planned || !rig.window) throw new Error('nothing was planned');
    const { placements, startMs } = planned;
    const pod = {
      ...fitPod(
        {
          breakId: 'b1',
          startMs,
          durationMs: 12_000,
          openEnded: false,
          driftMs: 0,
          toleranceMs: 2_000,
        },
        [],
      ),
      placements,
      occupiesMs: 12_000,
    };
    const shown = [{ breakId: 'b1', startMs, durationMs: 12_000, pod, isPreRoll: false }];
    const begun = { ...viewer.plan, breaks: [] };
    const successor = new DashViewer(rig, () => pod, 0, 15_000);
    successor.plan = resumeDashPlan(begun, rig.window, shown, {
      breaks: rig.breaks,
      knownUntilMs: viewer.plan.knownUntilMs,
    });
    const after = mpdOf(successor.request(59_000).text).periods;
    expect(after.map(({ id, startMs: atMs }) => `${id} ${atMs}`)).toEqual(periods);
  });
});
