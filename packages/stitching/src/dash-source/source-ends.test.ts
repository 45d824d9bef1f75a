// A live presentation that ends: its MPD turns static, and some packagers count it from 0 then.
import { auditDashSession, EMPTY_DASH_AUDIT } from '@interlude/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  mpdOf,
  type SimulatedMpd,
  type SourceForm,
  simulatedMpdText,
} from '../dash/simulated-mpd.suite.ts';
import { fitPod } from '../pods/fit-pod.ts';

const END_MS = 100_000;
const WINDOW_MS = 20_000;

const source = (form: SourceForm): SimulatedMpd => ({
  form,
  videoMs: 2_000,
  audioMs: 2_000,
  windowMs: WINDOW_MS,
  periodStartsMs: [],
  hasPeriodIds: true,
});

/** The last MPD as a static one. */
function ended(text: string, duration: string): string {
  return text
    .replace('type="dynamic"', `type="static" mediaPresentationDuration="${duration}"`)
    .replace(
      / (?:minimumUpdatePeriod|timeShiftBufferDepth|suggestedPresentationDelay)="[^"]*"/g,
      '',
    );
}

const withoutStart = (text: string) => text.replace(/ availabilityStartTime="[^"]*"/, '');

/** Counted from 0: the Period begins with the oldest segment, media times stay. */
function rebased(text: string): string {
  const oldestMs = END_MS - WINDOW_MS;
  return withoutStart(ended(text, `PT${WINDOW_MS / 1000}S`)).replace(
    /timescale="(\d+)" presentationTimeOffset="\d+"/g,
    (_, timescale) =>
      `timescale="${timescale}" presentationTimeOffset="${(Number(timescale) * oldestMs) / 1000}"`,
  );
}

/** Media times are counted from 0 too. */
const anew = (text: string) =>
  withoutStart(ended(text, `PT${WINDOW_MS / 1000}S`)).replace(/<S t="\d+"/g, '<S t="0"');

interface Played {
  readonly form?: SourceForm;
  readonly end: (text: string) => string;
  readonly stepMs?: number;
  readonly breakAtMs?: number;
}

function play({ form = 'time', end, stepMs = 1_900, breakAtMs }: Played) {
  const rig = new DashRig();
  rig.breaks = breakAtMs === undefined ? [] : [adBreak('b1', breakAtMs, 10_000)];
  const ads = [{ adId: 'ad', sequence: 1, creative: dashCreative('c', 10_000) }];
  let viewer: DashViewer | undefined;
  let audit = EMPTY_DASH_AUDIT;
  let text = '';
  const findings: string[] = [];
  for (let nowMs = 60_000; nowMs < END_MS + 12_000; nowMs += stepMs) {
    const live = simulatedMpdText(source(form), Math.min(nowMs, END_MS));
    rig.poll(nowMs < END_MS ? live : end(live), nowMs);
    viewer ??= new DashViewer(rig, (avail) => fitPod(avail, ads, {}), 0, 50_000);
    ({ text } = viewer.request(nowMs));
    const output = { url: 'https://stitcher.example/dash/c/s.mpd', fetchedAtMs: nowMs, text };
    const judged = auditDashSession(audit, output, {
      adOf: (uri) => /ad\/([^/]+)\//.exec(uri)?.[1],
    });
    audit = judged.state;
    findings.push(...judged.findings.map(({ rule, detail }) => `${nowMs} ${rule} ${detail}`));
  }
  return { mpd: mpdOf(text), findings, edgeMs: rig.edgeMs };
}

describe('a live source that turns static', () => {
  it.each<SourceForm>(['time', 'timeline-number', 'list', 'number'])(
    'D20 D1 ends with it where it keeps its clock: %s',
    (form) => {
      const played = play({ form, end: (text) => ended(text, `PT${END_MS / 1000}S`) });
      expect(played.findings).toEqual([]);
      expect(played.mpd.type).toBe('static');
      expect(played.mpd.mediaPresentationDurationMs).toBe(END_MS);
    },
  );

  it.each<SourceForm>(['time', 'timeline-number'])(
    'D20 D1 counted from 0 ends on the clock that was published: %s',
    (form) => {
      for (const ids of [false, true]) {
        const end = (text: string) =>
          ids ? rebased(text).replace('"src0"', '"x"') : rebased(text);
        const played = play({ form, end });
        expect(played.findings).toEqual([]);
        expect(played.mpd.type).toBe('static');
        expect(played.mpd.mediaPresentationDurationMs).toBe(END_MS);
        expect(played.edgeMs).toBe(END_MS);
      }
    },
  );

  it('D20 D2 with media times from 0 ends where it was seen last, and does not begin anew', () => {
    const played = play({ end: anew });
    expect(played.findings).toEqual([]);
    expect(played.mpd.type).toBe('static');
    expect(played.mpd.periods).toHaveLength(1);
    expect(played.mpd.mediaPresentationDurationMs).toBe(played.edgeMs);
  });

  it('D20 its Periods and its duration agree wherever a break is', () => {
    const runs = fc.record({
      end: fc.constantFrom(rebased, anew, (text: string) => ended(text, `PT${END_MS / 1000}S`)),
      stepMs: fc.constantFrom(900, 1_900, 2_500),
      breakAtMs: fc.integer({ min: 70_000, max: END_MS }),
    });
    fc.assert(
      fc.property(runs, (run) => {
        expect(play(run).findings).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
