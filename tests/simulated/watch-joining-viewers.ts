/**
 * Viewers that join live sources anywhere around a break, in simulated time: at the live edge and far behind it, in
 * steps of half a second. Each plays in real order and leaves at another moment, so that ads are seen whole and in part.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { EPOCH_MS } from '../../apps/lab/src/live-origin/live-clock.ts';
import { labMedia } from '../../apps/lab/src/media/catalogue.ts';
import { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import type { LiveSource } from './live-sources.ts';
import { type PlayingViewer, playingViewer, type SeenAd } from './playing-viewer.ts';
import { simulatedChannel } from './simulated-channel.ts';
import { SimulatedLab } from './simulated-lab.ts';
import { startSimulatedStitcher } from './simulated-stitcher.ts';

const STEP_MS = 500;
/** Trackers that the lab recognises by session and break. */
const AD_PATH = '/ads/vast?sid={{sessionId}}&bid={{breakId}}';
/** Three segments of 3.84 s, as players begin (RFC 8216bis §6.3.3), and half of the window. */
const BEHIND_MS = [11_520, 28_800] as const;
/** Joined viewers leave after 10 s to 45 s. */
const leavesAfterMs = (index: number) => 10_000 + ((index * 7_300) % 35_000);
/** Beacons are on their way for less, real ms. */
const SETTLED_MS = 5_000;

const events = ['firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;

/** The index of the segment on which each event of a medium of the lab falls (rules B1, B2). */
function placesOf(mediaId: string): readonly (readonly [event: string, segment: number])[] {
  const media = labMedia.find(({ id }) => id === mediaId);
  if (media === undefined) throw new Error(`the lab has no media ${mediaId}`);
  const { frameCount, segmentFrames } = media;
  const last = Math.ceil(frameCount / segmentFrames) - 1;
  const at = (share: number) => Math.min(last, Math.floor((frameCount * share) / segmentFrames));
  return [
    ['impression', 0],
    ['start', 0],
    ...events.map((event, index) => [event, at((index + 1) / events.length)] as const),
  ];
}

/** Events due for the requested segments, once each; none for an ad that was joined behind its first segment (B3). */
function dueEvents({ mediaId, segments }: SeenAd): string[] {
  if (!segments.has(0)) return [];
  return placesOf(mediaId)
    .filter(([, segment]) => segments.has(segment))
    .map(([event]) => event);
}

const isWhole = ({ mediaId, segments }: SeenAd) =>
  segments.size === Math.max(...placesOf(mediaId).map(([, segment]) => segment)) + 1;

export interface JoinedViewers {
  /** Of playback and of events, each with its source. */
  readonly findings: readonly string[];
  readonly viewers: number;
  /** Ads of which every segment was requested, and others. */
  readonly wholeAds: number;
  readonly partialAds: number;
}

interface Joined {
  readonly name: string;
  readonly viewer: PlayingViewer;
}

/** Sorted names of events by session, break and medium. */
function received(lab: SimulatedLab): ReadonlyMap<string, readonly string[]> {
  const byAd = Map.groupBy(
    lab.beacons,
    ({ session, breakId, ad }) => `${session} ${breakId} ${ad}`,
  );
  return new Map(
    [...byAd].map(([key, beacons]) => [key, beacons.map(({ event }) => event).toSorted()]),
  );
}

function eventFindings(joined: readonly Joined[], lab: SimulatedLab): string[] {
  const left = new Map(received(lab));
  const findings: string[] = [];
  for (const { name, viewer } of joined) {
    for (const ad of viewer.ads) {
      const key = `${viewer.mark} ${ad.breakId} ${ad.mediaId}`;
      const [due, got] = [dueEvents(ad).toSorted(), left.get(key) ?? []];
      left.delete(key);
      if (due.join() !== got.join())
        findings.push(
          `${name}: ${ad.mediaId}, segments ${[...ad.segments]}: events ${got}, due ${due}`,
        );
    }
  }
  for (const [key, got] of left) findings.push(`events of an ad that nobody saw: ${key} ${got}`);
  return findings;
}

/** @param joinEvery steps of half a second between two joins, over one distance between two breaks */
export async function watchJoiningViewers(
  sources: readonly LiveSource[],
  breakEveryMs: number,
  joinEvery: number,
): Promise<JoinedViewers> {
  const clock = fixedClock(EPOCH_MS + 100 * breakEveryMs);
  const lab = new SimulatedLab(clock, createLogger({ name: 'lab', level: 'error' }));
  await lab.start();
  const channels = sources.map((source, index) =>
    simulatedChannel(source, index, lab.baseUrl, AD_PATH),
  );
  const stitcher = await startSimulatedStitcher(clock, lab.host, channels);
  const caller = new Caller();
  caller.port = stitcher.port;
  const joined: Joined[] = [];
  try {
    const joinSteps = Math.ceil(breakEveryMs / STEP_MS);
    const lastStep = joinSteps + Math.ceil((10_000 + 35_000) / STEP_MS);
    for (let step = 0; step < lastStep; step += 1) {
      const nowMs = clock.now();
      await Promise.all(joined.map(({ viewer }) => viewer.watch(nowMs)));
      if (step < joinSteps && step % joinEvery === 0) {
        const places = sources.flatMap((source, index) =>
          BEHIND_MS.map((behindMs) => ({ source, index, behindMs })),
        );
        const newcomers = places.map(({ source, index, behindMs }, place) => {
          const about = { behindMs, leavesAfterMs: leavesAfterMs(joined.length + place) };
          return {
            name: `${source.name}, joined at ${(step * STEP_MS) / 1_000} s, ${behindMs} ms behind`,
            viewer: playingViewer(source.protocol, caller, `c${index}`, about),
          };
        });
        joined.push(...newcomers);
        await Promise.all(newcomers.map(({ viewer }) => viewer.join(nowMs)));
      }
      await lab.advance(STEP_MS);
    }
    const settledMs = Date.now() + SETTLED_MS;
    while (Date.now() < settledMs && eventFindings(joined, lab).length > 0) await sleep(20);
  } finally {
    caller.close();
    await stitcher.stop();
    await lab.stop();
  }
  const ads = joined.flatMap(({ viewer }) => [...viewer.ads]);
  return {
    findings: [
      ...joined.flatMap(({ name, viewer }) => viewer.findings.map((each) => `${name}: ${each}`)),
      ...eventFindings(joined, lab),
      ...stitcher.errors,
    ],
    viewers: joined.length,
    wholeAds: ads.filter(isWhole).length,
    partialAds: ads.filter((ad) => !isWhole(ad)).length,
  };
}
