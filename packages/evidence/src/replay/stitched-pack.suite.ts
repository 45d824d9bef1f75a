/** A pack of a simulated channel whose outputs the core has stitched, as the monitor reads them. */
import type { RecordedStage } from '@interlude/contract';
import { fitPod, recordedPlan } from '@interlude/stitching';
import {
  SimulatedChannel,
  SimulatedSession,
} from '../../../stitching/src/simulated-channel.suite.ts';
import {
  type SimulatedSource,
  simulatedCreative,
  simulatedPlaylist,
} from '../../../stitching/src/simulated-source.suite.ts';
import { type EvidencePack, packVersion, stitchingSettings } from '../pack/evidence-pack.ts';

const epochMs = Date.UTC(2026, 0, 1, 12);
const renditions = ['v0', 'v1', 'a0'].map((renditionId) => ({
  ...{ renditionId, cadenceMs: renditionId === 'a0' ? 1_984 : 2_000, firstMsn: 100 },
  conditionedWithinMs: renditionId === 'a0' ? 10 : 0,
}));

const settings = stitchingSettings.parse({
  ...{ hlsSuppressTags: [], passThroughCaidSegmentation: false, liveDelay: 0 },
  segmentationConfiguration: {},
  contentLocationReplacement: {},
  adLocationReplacement: {},
});

function stage(detail: Record<string, unknown>, atMs: number): RecordedStage {
  const at = new Date(atMs).toISOString();
  return { stage: 'published', at, beforeDeadlineMs: null, sentence: '', detail };
}

/** Half a minute of content, a break of 12 s that ads of 10 s fill, and content behind it. */
export function stitchedPack(part: Partial<SimulatedSource> = {}): EvidencePack {
  const source: SimulatedSource = {
    ...{ epochMs, windowMs: 20_000, targetDuration: 2, hasDates: true, discontinuities: false },
    breaks: [{ startMs: 40_000, announcedMs: 12_000, returnMs: 52_000 }],
    ...part,
  };
  const channel = new SimulatedChannel(source, renditions);
  const creative = simulatedCreative('c1', 10_000, { v0: 2_000, v1: 2_000, a0: 1_984 });
  const decide = (avail: Parameters<typeof fitPod>[0]) =>
    fitPod(avail, [{ adId: 'ad1', creative }], {});
  const manifests: EvidencePack['manifests'][number][] = [];
  let session: SimulatedSession | undefined;
  for (let nowMs = 24_000; nowMs <= 72_000; nowMs += 2_000) {
    for (const [playlist, rendition] of renditions.entries()) {
      channel.poll(rendition, nowMs);
      const { renditionId } = rendition;
      const text = simulatedPlaylist(source, rendition, nowMs) ?? '';
      manifests.push({
        ...{ key: `s${playlist}-${nowMs}`, lane: 'source', playlist, text },
        ...{ loadedAtMs: epochMs + nowMs, uri: `https://origin.example/${renditionId}/index.m3u8` },
      });
    }
    session ??= new SimulatedSession(channel, decide, 500);
    for (const [playlist, { renditionId }] of renditions.entries()) {
      const text = session.request(renditionId, nowMs)?.text ?? '';
      manifests.push({
        ...{ key: `o${playlist}-${nowMs}`, lane: 'output', playlist },
        ...{
          loadedAtMs: epochMs + nowMs,
          uri: `https://viewers.example/hls/c1/…/${renditionId}.m3u8`,
        },
        text: text.replaceAll(
          /^ad\/([^/]+)\/(\d+)\/(.*)\.seg$/gm,
          (_all, breakId, index, rest) =>
            `ad/${encodeURIComponent(breakId)}.${index}/${rest}.seg?m=bWVkaWE&s=c2ln`,
        ),
      });
    }
  }
  const plan = JSON.parse(JSON.stringify(session && recordedPlan(session.plan)));
  const at = new Date(epochMs + 40_000).toISOString();
  return {
    about: {
      ...{ format: 'interlude-evidence', version: packVersion, platform: '0.0.0', madeAt: at },
      ...{
        channel: { id: 'c1', name: 'News', type: 'hls-live' },
        about: { kind: 'break', id: 'b' },
      },
      ...{ fromMs: epochMs, toMs: epochMs + 90_000, settings, leftOut: [] },
    },
    ...{ findings: [], looks: [], manifests },
    breaks: [
      {
        ...{ breakId: 'b', startedAt: at, sentence: '', record: {} },
        sessions: [
          {
            ...{ session: 'm'.repeat(22), kept: 'monitor', at, lostSeconds: 0, reason: null },
            stages: [stage({ plan }, epochMs + 65_000)],
          },
        ],
      },
    ],
  };
}
