// A process that goes on with the stored window of another publishes the same as that one would have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  mpdOf,
  type SimulatedMpd,
  simulatedMpdText,
} from '../dash/simulated-mpd.suite.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import type { DashWindow } from './dash-window.ts';
import { extendDashWindow } from './extend-dash-window.ts';
import { restoreDashWindow, storeDashWindow } from './stored-dash-window.ts';

const numRuns = propertyRuns(80);
const timeout = 60_000 + numRuns * 5_000;

function elsewhere(stored: DashWindow): DashWindow {
  const { window, texts } = JSON.parse(JSON.stringify(storeDashWindow(stored)));
  return restoreDashWindow(window, texts.map(mpdOf));
}

const source: fc.Arbitrary<SimulatedMpd> = fc.record({
  form: fc.constantFrom('time', 'timeline-number', 'number', 'list'),
  videoMs: fc.constantFrom(1_920, 2_000, 4_000),
  audioMs: fc.constantFrom(1_984, 2_000, 4_011),
  windowMs: fc.constantFrom(12_000, 24_000, 60_000),
  periodStartsMs: fc.constantFrom([], [80_000], [72_000, 96_000, 130_000]),
  hasPeriodIds: fc.boolean(),
  hasText: fc.boolean(),
  isEncrypted: fc.boolean(),
});

const restarts = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

/** One rig is restarted before some of its readings, the other never. @returns restarts */
function playBoth(of: SimulatedMpd, at: readonly boolean[], textAt = simulatedMpdText): number {
  const rigs = [new DashRig(), new DashRig()];
  const ads = [{ adId: 'ad', sequence: 1, creative: dashCreative('c', 10_000) }];
  const viewers = rigs.map(
    (rig) => new DashViewer(rig, (avail) => fitPod(avail, ads, {}), 0, 55_000),
  );
  const [steady, restarted] = rigs;
  let count = 0;
  for (let nowMs = 60_000, step = 0; nowMs < 150_000; nowMs += 1_900, step++) {
    if (at[step % at.length] && restarted?.window) {
      count++;
      restarted.window = elsewhere(restarted.window);
    }
    for (const rig of rigs) {
      rig.poll(textAt(of, nowMs), nowMs);
      rig.breaks = [adBreak('b1', 84_000, 20_000)];
    }
    expect(restarted?.window && storeDashWindow(restarted.window)).toEqual(
      steady?.window && storeDashWindow(steady.window),
    );
    expect(restarted?.window?.boundariesMs).toEqual(steady?.window?.boundariesMs);
    const [first, ...others] = viewers.map((viewer) => viewer.request(nowMs).text);
    for (const other of others) expect(other).toBe(first);
  }
  return count;
}

describe('a DASH window that was stored and restored', () => {
  it('D1 D2 D4 goes on as if nothing had been', { timeout }, () => {
    let count = 0;
    fc.assert(
      fc.property(source, restarts, (of, at) => {
        count += playBoth(of, at);
      }),
      { numRuns, seed: 20_261_130 },
    );
    expect(count).toBeGreaterThan(numRuns);
  });

  it('D1 D18 knows that the source was set back', () => {
    const of: SimulatedMpd = {
      ...{ form: 'time', videoMs: 2_000, audioMs: 2_000, windowMs: 20_000 },
      ...{ periodStartsMs: [], hasPeriodIds: true },
    };
    const renamed = (text: string) =>
      text.replaceAll('$RepresentationID$/', '$RepresentationID$/again/');
    const setBack = (mpd: SimulatedMpd, nowMs: number) =>
      nowMs < 104_000
        ? simulatedMpdText(mpd, nowMs)
        : renamed(simulatedMpdText(mpd, nowMs - 90_000));
    expect(playBoth(of, [true], setBack)).toBeGreaterThan(40);
  });

  it('keeps one file of a whole track, and an MPD without a buffer', () => {
    const text = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT30S" minBufferTime="PT2S"><BaseURL serviceLocation="a">https://o.example/x/</BaseURL>
<Period id="p" duration="PT30S"><AdaptationSet contentType="video" mimeType="video/mp4"><Representation id="v" bandwidth="1"><BaseURL>v.mp4</BaseURL><SegmentBase indexRange="700-900" timescale="90000"><Initialization range="0-699"/></SegmentBase></Representation></AdaptationSet></Period></MPD>`;
    const options = { baseUrl: 'https://o.example/m.mpd', nowMs: 0, keepMs: 0 };
    const window = extendDashWindow(undefined, mpdOf(text), options);
    const restored = elsewhere(window);
    const { mpd, ...facts } = restored;
    expect(facts.depthMs).toBe(Number.POSITIVE_INFINITY);
    expect(facts.periods[0]?.tracks).toMatchObject([
      { kind: 'base', initializationRange: '0-699' },
    ]);
    expect(storeDashWindow(restored)).toEqual(storeDashWindow(window));
    expect(mpd.type).toBe('static');
  });

  it('is not made of other MPDs than it was stored with', () => {
    const mpd = (start: string) =>
      mpdOf(
        `<MPD type="dynamic" availabilityStartTime="2026-03-01T12:00:00Z"><Period id="p" start="${start}"><AdaptationSet contentType="video"><SegmentTemplate timescale="1" duration="2" media="$Number$"/><Representation id="v" bandwidth="1"/></AdaptationSet></Period></MPD>`,
      );
    const options = {
      baseUrl: 'https://o.example/m.mpd',
      nowMs: Date.UTC(2026, 2, 1, 12, 1),
      keepMs: 0,
    };
    const { window } = storeDashWindow(extendDashWindow(undefined, mpd('PT0S'), options));
    expect(() => restoreDashWindow(window, [])).toThrow('there is no MPD 0');
    const empty = mpdOf('<MPD type="dynamic"></MPD>');
    expect(() => restoreDashWindow(window, [empty])).toThrow('no Period begins');
  });
});
