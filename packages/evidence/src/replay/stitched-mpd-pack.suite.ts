/** A pack of a simulated DASH channel whose MPDs the core has stitched, as the monitor reads them. */
import { type Avail, fitPod, recordedPlan } from '@interlude/stitching';
import {
  adBreak,
  DashRig,
  DashViewer,
  dashCreative,
  EPOCH_MS,
  settings as mpdSettings,
  type SimulatedMpd,
  simulatedMpdText,
} from '../../../stitching/src/dash/simulated-mpd.suite.ts';
import { type EvidencePack, packVersion, stitchingSettings } from '../pack/evidence-pack.ts';

const settings = stitchingSettings.parse({
  ...{ hlsSuppressTags: [], passThroughCaidSegmentation: false, liveDelay: 0 },
  ...{ segmentationConfiguration: {}, contentLocationReplacement: {}, adLocationReplacement: {} },
  ...mpdSettings,
});

/** Where the break stands, ms after the epoch, and when its event is listed. */
const startMs = 60_000;
const announcedMs = 48_000;

/** Half a minute of content, a break of 12 s that ads of 10 s fill, and content behind it. */
export function stitchedMpdPack(part: Partial<SimulatedMpd> = {}): EvidencePack {
  const source: SimulatedMpd = {
    ...{ form: 'time', videoMs: 2_000, audioMs: 1_984, windowMs: 30_000 },
    ...{ periodStartsMs: [], hasPeriodIds: true },
    ...part,
  };
  const rig = new DashRig();
  const ads = [
    { adId: 'ad1', creative: dashCreative('c1', 6_000) },
    { adId: 'ad2', creative: dashCreative('c2', 4_000) },
  ];
  const decide = (avail: Avail) => fitPod(avail, ads, {});
  const manifests: EvidencePack['manifests'][number][] = [];
  let viewer: DashViewer | undefined;
  for (let nowMs = 36_000; nowMs <= 96_000; nowMs += 1_000) {
    if (nowMs === announcedMs) rig.breaks = [adBreak('b1', startMs, 12_000)];
    const loadedAtMs = EPOCH_MS + nowMs;
    const text = simulatedMpdText(source, nowMs);
    rig.poll(text, nowMs);
    const key = `0-${nowMs}`;
    const at = { playlist: 0, loadedAtMs };
    manifests.push({ ...at, key: `s${key}`, lane: 'source', uri: rig.baseUrl, text });
    viewer ??= new DashViewer(rig, decide, 1_500, nowMs);
    const output = viewer.request(nowMs);
    manifests.push({
      ...{ ...at, key: `o${key}`, lane: 'output' },
      uri: 'https://stitcher.example/dash/c/s.mpd',
      text: output.text.replaceAll(/(\/ad\/[^/]+\/)/g, '$1-/'),
    });
  }
  const plan = JSON.parse(JSON.stringify(viewer && recordedPlan(viewer.plan)));
  const at = new Date(EPOCH_MS + startMs).toISOString();
  return {
    about: {
      ...{ format: 'interlude-evidence', version: packVersion, platform: '0.0.0', madeAt: at },
      ...{
        channel: { id: 'c', name: 'News', type: 'dash-live' },
        about: { kind: 'break', id: 'b' },
      },
      ...{ fromMs: EPOCH_MS, toMs: EPOCH_MS + 120_000, settings, leftOut: [] },
    },
    ...{ findings: [], looks: [], manifests },
    breaks: [
      {
        ...{ breakId: 'b1', startedAt: at, sentence: '', record: {} },
        sessions: [
          {
            ...{ session: 'm'.repeat(22), kept: 'monitor', at, lostSeconds: 0, reason: null },
            stages: [
              { stage: 'published', at, beforeDeadlineMs: null, sentence: '', detail: { plan } },
            ],
          },
        ],
      },
    ],
  };
}
