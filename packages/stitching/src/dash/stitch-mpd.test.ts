// Rules of the MPDs of one session (notes of the field: D1-D20), judged by reading the outputs anew.
import { isDeepStrictEqual } from 'node:util';
import { auditDashSession, EMPTY_DASH_AUDIT } from '@interlude/audit';
import type { Mpd } from '@interlude/dash';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import type { Avail } from '../plan/splice-plan.ts';
import { contentPod, fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
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
  videoMs: 2_000,
  audioMs: 2_005,
  windowMs: 30_000,
  periodStartsMs: [],
  hasPeriodIds: true,
};

interface Run {
  readonly source?: Partial<SimulatedMpd>;
  readonly breaks?: (nowMs: number) => readonly AdBreak[];
  readonly adsMs?: readonly number[];
  readonly slate?: boolean;
  readonly answers?: boolean;
  readonly delayMs?: number;
  readonly liveDelayMs?: number;
  readonly dvrWindowMs?: number;
  readonly keepMs?: number;
  readonly joinMs?: number;
  readonly untilMs?: number;
  readonly stepMs?: number;
  readonly edit?: (text: string, nowMs: number) => string;
  /** At this time another process goes on with the plan; it knows only what the source lists then. */
  readonly resumedMs?: number;
}

interface Output {
  readonly nowMs: number;
  readonly text: string;
  readonly mpd: Mpd;
}

/** A viewer with rare requests beside one that requests each update: their outputs are the same. */
class SeldomAsked {
  readonly #viewer: DashViewer;
  #step = 0;
  #breaks: readonly AdBreak[] = [];

  constructor(viewer: DashViewer) {
    this.#viewer = viewer;
  }

  /** Does nothing in a run that another process resumes: its viewer then has another plan. */
  follow(breaks: readonly AdBreak[], nowMs: number, other: DashViewer, run: Run): void {
    if (run.resumedMs !== undefined) return;
    const isNews = !isDeepStrictEqual(breaks, this.#breaks);
    this.#breaks = breaks;
    const isAsked = this.#step++ % 3 === 0;
    if (!isAsked && !isNews) {
      this.#viewer.decideDue(nowMs);
      return;
    }
    this.#viewer.follow(nowMs);
    expect(this.#viewer.plan.breaks, `D1 at ${nowMs}`).toStrictEqual(other.plan.breaks);
  }
}

const ONE_BREAK = (): readonly AdBreak[] => [adBreak('b1', 40_000, 15_000)];

function play(run: Run): Output[] {
  const source = { ...SOURCE, ...run.source };
  const rig = new DashRig(run.keepMs);
  const ads = (run.adsMs ?? [10_000, 5_000]).map((ms, n) => ({
    adId: `ad${n}`,
    sequence: n + 1,
    creative: dashCreative(`c${n}`, ms),
  }));
  const slate = run.slate ? dashCreative('slate', 20_000) : undefined;
  const decide = (avail: Avail) =>
    run.answers === false ? contentPod('DECISION_TIMEOUT') : fitPod(avail, ads, { slate });
  let viewer: DashViewer | undefined;
  let seldom: SeldomAsked | undefined;
  const outputs: Output[] = [];
  for (
    let nowMs = run.joinMs ?? 20_000;
    nowMs < (run.untilMs ?? 90_000);
    nowMs += run.stepMs ?? 1_900
  ) {
    const text = simulatedMpdText(source, nowMs);
    const { resumedMs = Number.POSITIVE_INFINITY, stepMs = 1_900 } = run;
    if (nowMs >= resumedMs && nowMs < resumedMs + stepMs) rig.window = undefined;
    rig.poll(run.edit?.(text, nowMs) ?? text, nowMs);
    rig.breaks = (run.breaks ?? ONE_BREAK)(nowMs);
    const beginsMs = (run.joinMs ?? 20_000) - 9_000;
    const begin = () => new DashViewer(rig, decide, run.delayMs ?? 0, beginsMs, run);
    viewer ??= begin();
    seldom ??= new SeldomAsked(begin());
    const stitched = viewer.request(nowMs);
    seldom.follow(rig.breaks, nowMs, viewer, run);
    if (stitched.periodCount > 0)
      outputs.push({ nowMs, text: stitched.text, mpd: mpdOf(stitched.text) });
  }
  return outputs;
}

const idsOf = ({ mpd }: Output) => mpd.periods.map(({ id }) => id);

/** By id and representation: what may never change once it was published. */
function frozenFacts({ mpd }: Output): Map<string, string> {
  const facts = new Map<string, string>();
  for (const { id, startMs, adaptationSets } of mpd.periods)
    for (const { representations } of adaptationSets)
      for (const representation of representations)
        facts.set(
          `${id}/${representation.id}`,
          `${startMs} ${representation.addressing.presentationTimeOffset} ${representation.addressing.initialization}`,
        );
  return facts;
}

/** D1, D2, D5: independent of the auditor. */
function expectKept(outputs: readonly Output[]): void {
  const known = new Map<string, string>();
  let publishedMs = 0;
  for (const output of outputs) {
    for (const [key, fact] of frozenFacts(output)) {
      expect(fact, `D1 ${key} at ${output.nowMs}`).toBe(known.get(key) ?? fact);
      known.set(key, fact);
    }
    const starts = output.mpd.periods.map(({ startMs }) => startMs);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(output.text).not.toContain('<SegmentTimeline></SegmentTimeline>');
    expect(output.mpd.publishTimeMs ?? 0).toBeGreaterThanOrEqual(publishedMs);
    publishedMs = output.mpd.publishTimeMs ?? 0;
  }
}

function findings(outputs: readonly Output[]) {
  let state = EMPTY_DASH_AUDIT;
  return outputs.flatMap(({ nowMs, text }) => {
    const fetchedAtMs = EPOCH_MS + nowMs;
    const output = { url: 'https://stitcher.example/dash/c/s.mpd', fetchedAtMs, text };
    const adOf = (uri: string) => /ad\/([^/]+)\//.exec(uri)?.[1];
    const judged = auditDashSession(state, output, { adOf });
    ({ state } = judged);
    return judged.findings.map(({ rule, detail }) => `${nowMs} ${rule} ${detail}`);
  });
}

// The same sessions in every test run; PLAYBACK_RUNS=1000 looks for new ones.
const wanted = process.env['PLAYBACK_RUNS'];

const allIds = (outputs: readonly Output[]) => [...new Set(outputs.flatMap(idsOf))];

describe('the MPD of a session', () => {
  it.each(['time', 'timeline-number', 'number', 'list'] as const)(
    'D1 D3 D6 D7 cuts a source of form %s and comes back with its own media times',
    (form) => {
      const outputs = play({ source: { form } });
      expect(allIds(outputs)).toEqual(['src0', 'b1-0', 'b1-1', 'src0-r54000']);
      expect(findings(outputs)).toEqual([]);
      expectKept(outputs);
      const back = outputs.at(-1)?.mpd.periods.at(-1);
      expect(back?.startMs).toBeGreaterThanOrEqual(54_000);
      const video = back?.adaptationSets[0]?.representations[0]?.addressing;
      expect(video?.presentationTimeOffset).toBe((back?.startMs ?? 0) * 90);
    },
  );

  it('D2 D4 shaka-player #10604: a source that moves start and offset at a break, and drops its period for one update, changes nothing', () => {
    // The sequence of shaka-player issue 10604: at the exit the period comes back 26 s later.
    const edit = (text: string, nowMs: number) => {
      if (nowMs > 58_000 && nowMs < 60_000) return text.replace(/<Period[\s\S]*<\/Period>/, '');
      if (nowMs < 60_000) return text;
      return text
        .replace('start="PT0S"', 'start="PT26S"')
        .replaceAll(
          'presentationTimeOffset="0"',
          (_, at: number) =>
            `presentationTimeOffset="${26 * Number(/timescale="(\d+)" $/.exec(text.slice(0, at))?.[1])}"`,
        );
    };
    const outputs = play({ edit });
    expect(findings(outputs)).toEqual([]);
    expectKept(outputs);
    expect(idsOf(outputs.at(-1) ?? expect.unreachable())).toContain('src0-r54000');
  });

  it('D4 D8 a session that is taken up has no hole at the old end, wherever the window then begins', () => {
    const stepMs = 36_000 / propertyRuns(36);
    for (let resumedMs = 56_000; resumedMs < 92_000; resumedMs += stepMs) {
      const outputs = play({ resumedMs, untilMs: 100_000 });
      expect(findings(outputs), `taken up at ${resumedMs}`).toEqual([]);
      expectKept(outputs);
    }
  });

  it('D4 D5 an early return clips the ad by the next start, and nothing announced is taken back', () => {
    const breaks = (nowMs: number) => [
      adBreak('b1', 40_000, 15_000, nowMs > 47_500 ? 47_000 : undefined),
    ];
    const outputs = play({ breaks });
    expect(findings(outputs)).toEqual([]);
    expectKept(outputs);
    const back = outputs.at(-1)?.mpd.periods.at(-1);
    expect(back?.id).toBe('src0-r48000');
    expect(back?.startMs).toBe(48_000);
  });

  it.each([45_000, 47_000, 49_000])(
    'D1 D4 a break that is found late, at %i ms, begins behind what was listed, and no session has to be asked before',
    (foundMs) => {
      const breaks = (nowMs: number) => (nowMs > foundMs ? [adBreak('b1', 40_000, 30_000)] : []);
      const outputs = play({ breaks, adsMs: [20_000] });
      const [ad] = outputs.flatMap(({ mpd }) => mpd.periods.filter(({ id }) => id === 'b1-0'));
      expect(ad?.startMs).toBeGreaterThanOrEqual(foundMs - 1_000);
      expect(findings(outputs)).toEqual([]);
      expectKept(outputs);
    },
  );

  it('D6 keeps the ids of source periods and makes some where they are missing', () => {
    const source = { periodStartsMs: [40_000, 56_000] };
    const breaks = () => [adBreak('b1', 40_000, 16_000)];
    expect(allIds(play({ source, breaks, adsMs: [10_000, 6_000] }))).toContain('src2');
    const without = play({
      source: { ...source, hasPeriodIds: false },
      breaks,
      adsMs: [10_000, 6_000],
    });
    expect(allIds(without)).toEqual(['p0', 'b1-0', 'b1-1', 'p56000']);
    expect(findings(without)).toEqual([]);
  });

  it('D9 says what the content after a break is connected with', () => {
    const text = play({}).at(-1)?.text ?? '';
    expect(text).toContain('urn:mpeg:dash:period-connectivity:2015" value="src0"');
  });

  it('D10 resolves content against the origin and ads against the stitcher', () => {
    const text = play({ untilMs: 60_000 }).at(-1)?.text ?? '';
    expect(text).toContain('<BaseURL>https://origin.example/live/</BaseURL>');
    expect(text).toContain(
      '<BaseURL availabilityTimeOffset="INF">https://stitcher.example/dash/c/s/ad/b1.0/</BaseURL>',
    );
  });

  it('D11 D12 asks for updates in time, at its own address, without patches, by the source’s clock', () => {
    const outputs = play({});
    for (const { mpd } of outputs) {
      expect(mpd.minimumUpdatePeriodMs).toBeLessThanOrEqual(2_000);
      expect(mpd.locations).toEqual(['https://stitcher.example/dash/c/s.mpd']);
      expect(mpd.patchLocations).toEqual([]);
      expect(mpd.utcTimings[0]?.value).toBe('https://origin.example/time');
    }
  });

  it('D15 D16 ads keep the sets, without protection, events or text', () => {
    const outputs = play({ source: { isEncrypted: true, hasText: true }, untilMs: 60_000 });
    const { mpd } = outputs.at(-1) ?? expect.unreachable();
    const ad = mpd.periods.find(({ id }) => id === 'b1-0');
    const content = mpd.periods.find(({ id }) => id === 'src0');
    expect(ad?.adaptationSets.map(({ id }) => id)).toEqual(['1', '2']);
    expect(ad?.adaptationSets[0]?.representations.map(({ id }) => id)).toEqual(['v1', 'v2']);
    for (const set of ad?.adaptationSets ?? []) {
      expect(set.contentProtections).toEqual([]);
      expect(set.inbandEventStreams).toEqual([]);
    }
    expect(content?.adaptationSets[0]?.contentProtections).toHaveLength(1);
    expect(content?.adaptationSets.map(({ contentType }) => contentType)).toContain('text');
  });

  it('D4 holds at a break that is not decided, and goes on with content when nothing comes', () => {
    const outputs = play({ delayMs: 4_000, answers: false });
    expect(allIds(outputs)).toEqual(['src0']);
    expect(findings(outputs)).toEqual([]);
  });

  it('D19 keeps the delay that the session began with', () => {
    const delays = new Set(play({}).map(({ mpd }) => mpd.suggestedPresentationDelayMs));
    expect([...delays]).toEqual([8_000]);
  });

  it.each([
    // The second break begins where the first one ends, and both are known before their ads are due.
    [
      'the next break follows',
      { liveDelayMs: 20_000, adsMs: [5_000, 10_000], gapMs: 0, earlyMs: 12_000 },
    ],
    ['slate is cut short', { liveDelayMs: 12_000, adsMs: [5_000], gapMs: 0, earlyMs: 14_259 }],
  ])('D2 D8 behind a live delay no ad is listed before it is due: %s', (_, run) => {
    const { gapMs, earlyMs, ...more } = run;
    const endMs = 55_628 + earlyMs;
    const breaks = (nowMs: number) => [
      adBreak('b1', 55_628, 15_360, nowMs > endMs ? endMs : undefined),
      ...(nowMs > endMs ? [adBreak('b2', endMs + gapMs, 12_000)] : []),
    ];
    const source = { videoMs: 1_920, audioMs: 1_984, windowMs: 60_000 };
    const outputs = play({
      ...more,
      ...{ source, breaks, slate: true, joinMs: 33_000, stepMs: 900, untilMs: 110_000 },
    });
    expect(allIds(outputs)).toContain('b2-0');
    expect(findings(outputs)).toEqual([]);
  });

  it('D4 D8 behind a live delay a Period leaves when the time-shift buffer of players has passed it', () => {
    const runs = fc.record({
      liveDelayMs: fc.constantFrom(5_000, 12_000, 20_000, 40_000),
      dvrWindowMs: fc.constantFrom(0, 30_000),
      form: fc.constantFrom('time', 'number', 'list'),
      slate: fc.boolean(),
      startMs: fc.integer({ min: 60_000, max: 75_000 }),
      stepMs: fc.constantFrom(900, 1_920, 2_500),
    });
    fc.assert(
      fc.property(runs, ({ form, startMs, ...run }) => {
        const { liveDelayMs, dvrWindowMs } = run;
        const outputs = play({
          ...run,
          // As the stitcher keeps segments: no longer than it must.
          keepMs: dvrWindowMs + liveDelayMs,
          source: { form, windowMs: 30_000 + liveDelayMs },
          breaks: () => [adBreak('b1', startMs, 15_000), adBreak('b2', startMs + 30_000, 10_000)],
          joinMs: 25_000 + liveDelayMs,
          untilMs: startMs + 130_000,
        });
        expect(allIds(outputs)).toEqual(expect.arrayContaining(['b1-0', 'b2-0']));
        expect(idsOf(outputs.at(-1) ?? expect.unreachable())).not.toContain('b1-0');
        expectKept(outputs);
        expect(findings(outputs)).toEqual([]);
      }),
      { numRuns: propertyRuns(16), seed: 20_261_123 },
    );
  });

  it('D20 ends with the source', () => {
    const edit = (text: string, nowMs: number) =>
      nowMs < 70_000
        ? text
        : text.replace('type="dynamic"', 'type="static" mediaPresentationDuration="PT68S"');
    const outputs = play({ edit, untilMs: 74_000 });
    expect(outputs.at(-1)?.mpd.type).toBe('static');
    expect(expectKept(outputs)).toBeUndefined();
  });

  it('D1 D2 D3 D4 D5 D7 D11 hold in any session', { timeout: 60_000 }, () => {
    const runs = fc.record({
      form: fc.constantFrom('time', 'timeline-number', 'number', 'list'),
      videoMs: fc.constantFrom(1_920, 2_000, 4_000),
      audioMs: fc.constantFrom(1_920, 1_984, 2_005, 4_011),
      startMs: fc.integer({ min: 33_000, max: 50_000 }),
      lengthMs: fc.constantFrom(6_000, 15_360, 30_000),
      earlyMs: fc.option(fc.integer({ min: 2_000, max: 25_000 }), { nil: undefined }),
      nextGapMs: fc.constantFrom(0, 0, 9_000, 20_000),
      lateMs: fc.constantFrom(0, 0, 4_000, 9_000),
      adsMs: fc.array(fc.constantFrom(5_000, 9_984, 10_000, 15_040), { maxLength: 4 }),
      slate: fc.boolean(),
      delayMs: fc.constantFrom(0, 900, 2_500),
      liveDelayMs: fc.constantFrom(0, 0, 5_000, 12_000, 20_000),
      joinMs: fc.integer({ min: 20_000, max: 60_000 }),
      stepMs: fc.constantFrom(900, 1_920, 2_500),
      periods: fc.array(fc.integer({ min: 16, max: 40 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(runs, (run) => {
        const { form, videoMs, audioMs, startMs, lengthMs, earlyMs } = run;
        const endMs = startMs + Math.min(lengthMs, earlyMs ?? lengthMs);
        const saidMs = endMs + run.lateMs;
        const breaks = (nowMs: number) => [
          adBreak('b1', startMs, lengthMs, nowMs > saidMs ? endMs : undefined),
          ...(nowMs > saidMs ? [adBreak('b2', endMs + run.nextGapMs, 12_000)] : []),
        ];
        const starts = [...new Set(run.periods)].toSorted((a, b) => a - b);
        // Numbers of a template count from a period's start: audio would need its own.
        const periodStartsMs = form === 'number' ? [] : starts.map((n) => n * videoMs);
        const outputs = play({
          ...run,
          source: { form, videoMs, audioMs, periodStartsMs },
          breaks,
        });
        expectKept(outputs);
        expect(findings(outputs)).toEqual([]);
      }),
      wanted === undefined
        ? { numRuns: propertyRuns(40), seed: 20_260_301 }
        : { numRuns: Number(wanted) },
    );
  });
});
