/**
 * Sessions on live sources in simulated time. The clock is moved by half a segment, the stitcher reads the sources,
 * every session reloads: so many breaks pass in seconds, and a session begins at every half segment of one distance
 * between two breaks, so before a break, inside it, while its decision is pending and across its end.
 */
import { createLogger } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { EPOCH_MS, SEGMENT_MS } from '../../apps/lab/src/live-origin/live-clock.ts';
import { Caller } from '../../apps/stitcher/src/testing/soak-viewer.suite.ts';
import { type JudgedViewer, judgedViewer } from './judged-viewer.ts';
import { type Away, BREAK_EVERY_MS, type LiveSource } from './live-sources.ts';
import { simulatedChannel } from './simulated-channel.ts';
import { SimulatedLab } from './simulated-lab.ts';
import { startSimulatedStitcher } from './simulated-stitcher.ts';

const STEP_MS = SEGMENT_MS / 2;
const STEPS_PER_BREAK = BREAK_EVERY_MS / STEP_MS;
/** Any moment at which the source's window is full. */
const START_MS = EPOCH_MS + 100 * BREAK_EVERY_MS;

function isAwayNow(source: string, away: Away | undefined, manifest: string, atMs: number) {
  if (away === undefined || atMs < away.fromMs || atMs >= away.fromMs + away.forMs) return false;
  const parts = /^(.*\/)([^/?]*)(\?.*)?$/;
  const [, folder, , search] = parts.exec(source) ?? [];
  const [, itsFolder, name = '', itsSearch] = parts.exec(manifest) ?? [];
  return folder === itsFolder && search === itsSearch && away.manifests.test(name);
}

export interface WatchedSources {
  /** Breaches of a rule, unexpected answers and errors that the stitcher logged, each with its source. */
  readonly findings: readonly string[];
  /** Sources of which a session was given no ad, but for those that may have none. */
  readonly withoutAds: readonly string[];
  readonly sessions: number;
  readonly outputs: number;
}

/**
 * @param breaks that each session sees at least
 * @param joinEvery half segments between two joins at one source, over the first distance between two breaks; sources
 *   begin one half segment after the other, so that together they cover every moment
 */
export async function watchLiveSources(
  sources: readonly LiveSource[],
  breaks: number,
  joinEvery: number,
): Promise<WatchedSources> {
  const clock = fixedClock(START_MS);
  const isAway = (manifest: string) =>
    sources.some(({ path, away }) => isAwayNow(path, away, manifest, clock.now() - START_MS));
  const lab = new SimulatedLab(clock, createLogger({ name: 'lab', level: 'error' }), isAway);
  await lab.start();
  const channels = sources.map((source, index) => simulatedChannel(source, index, lab.baseUrl));
  const stitcher = await startSimulatedStitcher(clock, lab.host, channels);
  const caller = new Caller();
  caller.port = stitcher.port;
  const viewers = sources.map((): JudgedViewer[] => []);
  try {
    const steps = STEPS_PER_BREAK * (breaks + 1);
    for (let step = 0; step < steps; step += 1) {
      await Promise.all(viewers.flat().map((viewer) => viewer.watch()));
      await Promise.all(
        sources.map(async ({ protocol }, index) => {
          if (step >= STEPS_PER_BREAK || (step - index) % joinEvery !== 0) return;
          const isWhole = viewers[index]?.length === 0;
          const viewer = judgedViewer(protocol, caller, `c${index}`, clock.now, isWhole);
          viewers[index]?.push(viewer);
          await viewer.join();
        }),
      );
      await lab.advance(STEP_MS);
    }
  } finally {
    caller.close();
    await stitcher.stop();
    await lab.stop();
  }
  const named = sources.map((source, index) => ({ ...source, sessions: viewers[index] ?? [] }));
  const all = viewers.flat();
  return {
    findings: [
      ...named.flatMap(({ name, sessions }) =>
        [...new Set(sessions.flatMap(({ findings }) => [...findings]))].map(
          (finding) => `${name}: ${finding}`,
        ),
      ),
      ...stitcher.errors,
    ],
    withoutAds: named
      .filter(({ mayHaveNoAds }) => !mayHaveNoAds)
      .filter(({ sessions }) => sessions.some(({ ads }) => ads.size === 0))
      .map(({ name }) => name),
    sessions: all.length,
    outputs: all.reduce((sum, { outputs }) => sum + outputs, 0),
  };
}
