// Hours of twenty items as the source of stitched channels: every playlist and MPD, of the
// channel and of its viewers, is audited.
import {
  type AuditState,
  auditDashSession,
  auditSession,
  EMPTY_AUDIT,
  EMPTY_DASH_AUDIT,
  type Finding,
} from '@interlude/audit';
import { channelSettings } from '@interlude/contract';
import { expect } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { DashRig, DashViewer, dashCreative, EPOCH_MS, mpdOf } from '../dash/simulated-mpd.suite.ts';
import { findDashCues } from '../dash-cues/dash-cues.ts';
import type { Avail } from '../plan/splice-plan.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';
import { type Asset, LinearRig, programmeOf } from './linear.suite.ts';
import { DashLinear, dashProgrammeOf, runOf, type VodAsset } from './linear-mpd.suite.ts';

const ITEMS = 20;
/** Cue points that viewers reach; a few are near each other. */
const LEAST_BREAKS_PER_HOUR = 6;
const HOUR_MS = 3_600_000;
/** Distance of two looks; the list is a minute long. */
const STEP_MS = 20_000;
/** Duration of an audio frame, seconds: audio segments end with the frame nearest to the video's end. */
const FRAME = 1_024 / 48_000;

function audioOf(videoTracks: readonly number[]): string[] {
  let atFrame = 0;
  let at = 0;
  return videoTracks.map((one) => {
    at += one;
    const before = atFrame;
    atFrame = Math.round(at / FRAME);
    return ((atFrame - before) * FRAME).toFixed(6);
  });
}

/** Lengths that jitter, the same in every run: fractions of frames, a short item, one of a single segment. */
function secondsOf(item: number): number[] {
  if (item === 7) return [2.2];
  const count = 6 + ((item * 37) % 90);
  return Array.from({ length: count }, (_, index) => 3.84 + ((item * 31 + index * 17) % 13) / 60);
}

const cue = (spliceTime: number, maxDuration = 30) => ({ spliceTime, maxDuration, maxAds: 2 });
const settingsOf = (item: number) => ({
  duration: 120 + item * 15,
  spliceType: 'percent' as const,
  cuePoints: [cue(0), cue(33.3, 20), cue(66, 45), cue(item % 3 === 0 ? 100 : 67, 15)].slice(
    item % 4,
  ),
});

const adOf = (uri: string) => /ad\/([^/]+\/\d+)\//.exec(uri)?.[1];

class Judge {
  readonly findings: Finding[] = [];
  outputs = 0;
  #state: AuditState = EMPTY_AUDIT;

  see(renditionId: string, text: string, fetchedAtMs: number): void {
    const { state, findings } = auditSession(
      this.#state,
      { renditionId, text, fetchedAtMs },
      { adOf },
    );
    this.#state = state;
    this.outputs++;
    this.findings.push(...findings);
  }
}

const cpuSeconds = () => process.cpuUsage().user / 1e6;

/** Every output of so many hours in HLS is judged: no finding. */
export function judgeHlsHours(hours: number): void {
  const startedSeconds = cpuSeconds();
  const items = Array.from({ length: ITEMS }, (_, item) => {
    const seconds = secondsOf(item);
    const asset: Asset = {
      name: `item${item}`,
      seconds: seconds.map((one) => one.toFixed(5)),
      audioSeconds: audioOf(seconds),
    };
    return { asset, settings: settingsOf(item) };
  });
  const filler: Asset = {
    name: 'filler',
    seconds: ['2.5', '2.5', '1.25'],
    audioSeconds: ['2.5', '2.5', '1.25'],
  };
  const programme = programmeOf(items, filler);
  const rig = new LinearRig(programme, EPOCH_MS * 1_000);
  const source = {
    epochMs: EPOCH_MS,
    windowMs: 60_000,
    targetDuration: programme.targetDuration,
    ...{ breaks: [], hasDates: true, discontinuities: true },
  };
  const ids = ['v0', 'a0'];
  const ads = [9_984, 15_040, 20_000].map((ms, index) => ({
    adId: `ad${index}`,
    sequence: index + 1,
    creative: simulatedCreative(`c${index}`, ms, { v0: 2_000, a0: 1_984 }, false),
  }));
  const slate = simulatedCreative('slate', 8_000, { v0: 2_000, a0: 1_984 }, false);
  let decided = 0;
  const decide = (avail: Avail) => {
    decided++;
    return fitPod(avail, ads, { slate });
  };
  const ofPlaylist = new Judge();
  const findings: Finding[] = [];
  let outputs = 0;
  // A viewer an hour; the playlist itself is one output for the whole week.
  for (let hour = 0; hour < hours; hour++) {
    const renditions = ids.map((renditionId) => ({ renditionId, cadenceMs: 4_000, firstMsn: 0 }));
    const channel = new SimulatedChannel(source, renditions);
    const ofViewer = new Judge();
    let session: SimulatedSession | undefined;
    const begunMs = Math.max(120_000, hour * HOUR_MS);
    for (let nowMs = begunMs; nowMs < (hour + 1) * HOUR_MS; nowMs += STEP_MS) {
      for (const renditionId of ids) {
        const { text } = rig.playlist(renditionId, EPOCH_MS + nowMs);
        ofPlaylist.see(renditionId, text, EPOCH_MS + nowMs);
        channel.feed(renditionId, text, nowMs);
      }
      session ??= new SimulatedSession(channel, decide, 0);
      for (const renditionId of ids) {
        const stitched = session.request(renditionId, nowMs);
        if (stitched) ofViewer.see(renditionId, stitched.text, nowMs);
      }
    }
    findings.push(...ofViewer.findings);
    outputs += ofViewer.outputs;
  }
  const seconds = (cpuSeconds() - startedSeconds).toFixed(1);
  process.stdout.write(
    `${hours} hours of ${ITEMS} items in HLS: ${ofPlaylist.outputs} playlists and ${outputs} stitched ones judged, ${decided} breaks decided, ${ofPlaylist.findings.length + findings.length} findings, ${seconds} s of CPU\n`,
  );
  expect(ofPlaylist.findings).toEqual([]);
  expect(findings).toEqual([]);
  expect(decided).toBeGreaterThan(LEAST_BREAKS_PER_HOUR * hours);
}

/** Every output of so many hours in DASH is judged: no finding. */
export function judgeDashHours(hours: number): void {
  const startedSeconds = cpuSeconds();
  const vodAssets = Array.from({ length: ITEMS }, (_, item) => ({
    vodAsset: {
      name: `item${item}`,
      segmentsMs: secondsOf(item).map((one) => Math.round(one * 1_000)),
      form: (['time', 'number', 'list'] as const)[item % 3] ?? 'time',
    },
    settings: settingsOf(item),
  }));
  const filler: VodAsset = { name: 'filler', segmentsMs: [2_500, 2_500, 1_250] };
  const linear = new DashLinear(dashProgrammeOf(vodAssets, filler), EPOCH_MS);
  const { segmentationConfiguration } = channelSettings.parse({
    name: 'c',
    sourceManifestUrl: 'https://stitcher.example/',
  });
  const rig = new DashRig();
  const slate = dashCreative('slate', 8_000);
  const ads = [10_000, 16_000].map((ms, index) => ({
    adId: `ad${index}`,
    sequence: index + 1,
    creative: dashCreative(`c${index}`, ms),
  }));
  let decided = 0;
  const decide = (avail: Avail) => {
    decided++;
    return fitPod(avail, ads, { slate });
  };
  let tracked = NO_BREAKS;
  let viewer: DashViewer | undefined;
  let ofLinear = EMPTY_DASH_AUDIT;
  let ofViewer = EMPTY_DASH_AUDIT;
  const findings: Finding[] = [];
  const dashAdOf = (uri: string) => /\/ad\/([^/]+)\//.exec(uri)?.[1];
  for (let nowMs = 120_000; nowMs < hours * HOUR_MS; nowMs += STEP_MS) {
    if (nowMs % HOUR_MS === 0) {
      viewer = undefined;
      ofViewer = EMPTY_DASH_AUDIT;
    }
    const text = linear.text(nowMs);
    const fetchedAtMs = EPOCH_MS + nowMs;
    const url = 'https://stitcher.example/linear/c/manifest.mpd';
    const judged = auditDashSession(ofLinear, { text, url, fetchedAtMs }, { runOf });
    ofLinear = judged.state;
    rig.poll(text, nowMs);
    const { cues } = findDashCues(mpdOf(text), {
      segmentationConfiguration,
      isMultiPeriod: false,
      fallbackSourceTags: [],
    });
    const knownUntilMs = rig.edgeMs + EPOCH_MS;
    tracked = trackBreaks(tracked, cues, { knownUntilMs, defaultDurationSeconds: 0 }).state;
    rig.breaks = tracked.breaks;
    viewer ??= new DashViewer(rig, decide, 0, rig.edgeMs);
    const stitched = viewer.request(nowMs);
    const seen = auditDashSession(
      ofViewer,
      { text: stitched.text, url: 'https://stitcher.example/dash/c/s.mpd', fetchedAtMs },
      { adOf: dashAdOf, runOf },
    );
    ofViewer = seen.state;
    findings.push(...judged.findings, ...seen.findings);
  }
  const seconds = (cpuSeconds() - startedSeconds).toFixed(1);
  process.stdout.write(
    `${hours} hours of ${ITEMS} items in DASH: ${ofLinear.outputs} MPDs and as many stitched ones judged, ${decided} breaks decided, ${findings.length} findings, ${seconds} s of CPU\n`,
  );
  expect(findings).toEqual([]);
  expect(decided).toBeGreaterThan(LEAST_BREAKS_PER_HOUR * hours);
}
