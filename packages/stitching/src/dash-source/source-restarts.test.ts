// Sources that restart, assign new Period ids, or describe one file only: what was published to sessions stays.
import { auditDashSession, EMPTY_DASH_AUDIT } from '@interlude/audit';
import { formatDateTime } from '@interlude/dash';
import { describe, expect, it } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  EPOCH_MS,
  mpdOf,
  type SimulatedMpd,
  simulatedMpdText,
} from '../dash/simulated-mpd.suite.ts';
import { fitPod } from '../pods/fit-pod.ts';

const SOURCE: SimulatedMpd = {
  form: 'time',
  videoMs: 2_000,
  audioMs: 2_000,
  windowMs: 20_000,
  periodStartsMs: [],
  hasPeriodIds: true,
};
const RESTART_MS = 100_000;

interface Restarted {
  /** The MPD at `nowMs` after the epoch. */
  readonly textAt: (nowMs: number) => string;
  readonly breaks?: (rig: DashRig) => readonly AdBreak[];
}

function play({ textAt, breaks = () => [] }: Restarted) {
  const rig = new DashRig();
  let viewer: DashViewer | undefined;
  let audit = EMPTY_DASH_AUDIT;
  const findings: string[] = [];
  const edges: { readonly nowMs: number; readonly edgeMs: number }[] = [];
  const starts = new Map<string | undefined, number>();
  let text = '';
  for (let nowMs = 60_000; nowMs < 150_000; nowMs += 1_900) {
    rig.poll(textAt(nowMs), nowMs);
    rig.breaks = breaks(rig);
    const ads = [{ adId: 'ad', sequence: 1, creative: dashCreative('c', 10_000) }];
    viewer ??= new DashViewer(rig, (avail) => fitPod(avail, ads, {}), 0, 50_000);
    ({ text } = viewer.request(nowMs));
    const output = { url: 'https://stitcher.example/dash/c/s.mpd', fetchedAtMs: nowMs, text };
    const judged = auditDashSession(audit, output, {
      adOf: (uri) => /ad\/([^/]+)\//.exec(uri)?.[1],
    });
    audit = judged.state;
    findings.push(...judged.findings.map(({ rule, detail }) => `${nowMs} ${rule} ${detail}`));
    for (const { id, startMs } of mpdOf(text).periods) starts.set(id, startMs);
    edges.push({ nowMs, edgeMs: rig.edgeMs });
  }
  const mpd = mpdOf(text);
  return { mpd, starts, findings, edges, ids: mpd.periods.map(({ id }) => id) };
}

/** Longest time by which the edge stays behind, ms. */
const worstLagMs = ({ edges }: ReturnType<typeof play>) =>
  Math.max(...edges.map(({ nowMs, edgeMs }) => nowMs - edgeMs));

/** Its files have other names than before. */
const renamed = (text: string) =>
  text.replaceAll('$RepresentationID$/', '$RepresentationID$/again/');

/** A second source, begun at the restart: its clock and media times count from there. */
const anew = (nowMs: number, source = SOURCE) =>
  renamed(simulatedMpdText(source, nowMs)).replace(
    formatDateTime(EPOCH_MS),
    formatDateTime(EPOCH_MS + RESTART_MS),
  );

describe('a source that begins anew', () => {
  it('D1 D2 D18 with another availabilityStartTime goes on in a Period of its own', () => {
    const played = play({
      textAt: (nowMs) =>
        nowMs < RESTART_MS + 6_000
          ? simulatedMpdText(SOURCE, Math.min(nowMs, RESTART_MS))
          : anew(nowMs - RESTART_MS),
    });
    expect(played.findings).toEqual([]);
    expect(played.mpd.availabilityStartTimeMs).toBe(EPOCH_MS);
    expect(played.ids).toEqual(['src0-e1']);
    expect(played.mpd.periods[0]?.startMs).toBe(RESTART_MS);
    expect(worstLagMs(played)).toBeLessThan(9_000);
  });

  it('D1 D18 young, with another availabilityStartTime, is recognised by its clock', () => {
    const youngMs = 8_000;
    const rig = new DashRig();
    rig.poll(simulatedMpdText(SOURCE, youngMs), youngMs);
    const restarted = simulatedMpdText(SOURCE, 6_000).replace(
      formatDateTime(EPOCH_MS),
      formatDateTime(EPOCH_MS + youngMs),
    );
    rig.poll(restarted, youngMs + 6_000);
    expect(rig.window?.periods.map(({ key }) => key)).toEqual(['src0', 'src0-e1']);
    expect(rig.edgeMs).toBe(youngMs + 6_000);
  });

  it('D1 D2 D18 with media times of long ago goes on at once, and its breaks with it', () => {
    const backMs = 90_000;
    const played = play({
      textAt: (nowMs) =>
        nowMs < RESTART_MS + 4_000
          ? simulatedMpdText(SOURCE, Math.min(nowMs, RESTART_MS))
          : renamed(simulatedMpdText(SOURCE, nowMs - backMs)),
      // 24 s by the source's clock, moved by as much as the whole source is.
      breaks: ({ window }) =>
        window === undefined || window.epoch === 0
          ? []
          : [adBreak('b1', 24_000 + window.shiftMs, 10_000)],
    });
    expect(played.findings).toEqual([]);
    expect(worstLagMs(played)).toBeLessThan(16_000);
    expect([...played.starts]).toEqual([
      ['src0', 0],
      ['src0-e1', RESTART_MS],
      ['b1-0', RESTART_MS + 24_000],
      [`src0-e1-r${RESTART_MS + 34_000}`, RESTART_MS + 34_000],
    ]);
  });

  it('D1 D6 with new ids and starts of its periods keeps those that were published', () => {
    const played = play({
      textAt: (nowMs) =>
        nowMs < RESTART_MS + 6_000
          ? simulatedMpdText(SOURCE, Math.min(nowMs, RESTART_MS))
          : simulatedMpdText({ ...SOURCE, periodStartsMs: [RESTART_MS] }, nowMs).replaceAll(
              /id="src(\d)"/g,
              'id="again$1"',
            ),
    });
    expect(played.findings).toEqual([]);
    expect(played.ids).toEqual(['again1']);
    expect(worstLagMs(played)).toBeLessThan(9_000);
  });

  it('D2 a source that goes on after a restart may open further periods', () => {
    const backMs = 90_000;
    const later = { ...SOURCE, periodStartsMs: [40_000] };
    const played = play({
      textAt: (nowMs) =>
        nowMs < RESTART_MS + 4_000
          ? simulatedMpdText(SOURCE, Math.min(nowMs, RESTART_MS))
          : renamed(simulatedMpdText(later, nowMs - backMs)),
    });
    expect(played.findings).toEqual([]);
    expect(worstLagMs(played)).toBeLessThan(16_000);
    expect(played.ids.at(-1)).toBe('src1');
  });
});
