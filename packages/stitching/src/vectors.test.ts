// Golden vectors: test-vectors/stitching. UPDATE_VECTORS=1 rewrites the expected outputs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditSession, EMPTY_AUDIT } from '@interlude/audit';
import { segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { NO_BREAKS } from './breaks/ad-break.ts';
import { trackBreaks } from './breaks/break-tracker.ts';
import { findHlsCues } from './cues/hls-cues.ts';
import { stitchMediaPlaylist } from './hls/stitch-media-playlist.ts';
import { followBreaks } from './plan/follow-breaks.ts';
import { planBreak } from './plan/plan-break.ts';
import { createPlan } from './plan/splice-plan.ts';
import { fitPod } from './pods/fit-pod.ts';
import { simulatedCreative } from './simulated-source.suite.ts';
import { extendWindow, segmentTimes } from './source/extend-window.ts';
import { windowEdgeMs } from './source/source-window.ts';

const vectors = join(import.meta.dirname, '../../../test-vectors/stitching');
const update = process.env['UPDATE_VECTORS'] === '1';

function read(file: string) {
  const { playlist } = parseMediaPlaylist(readFileSync(file, 'latin1'));
  const window = extendWindow(undefined, playlist, {
    renditionId: 'v0',
    baseUrl: 'https://origin.example/live/v0.m3u8',
    nowMs: 0,
  });
  const times = segmentTimes(window, playlist);
  const cues = findHlsCues(playlist, times, segmentationConfiguration.parse({}));
  const knownUntilMs = windowEdgeMs(window);
  const { state } = trackBreaks(NO_BREAKS, cues, { knownUntilMs, defaultDurationSeconds: 0 });
  return { window, startMs: times[0] ?? 0, breaks: state.breaks, knownUntilMs };
}

describe('cues', () => {
  const folder = join(vectors, 'cues');
  const cases = readdirSync(folder).filter((name) => name.endsWith('.m3u8'));

  it.each(cases)('%s', (name) => {
    const { startMs, breaks } = read(join(folder, name));
    const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);
    const found = breaks.map((adBreak) => ({
      start: seconds(adBreak.startMs - startMs),
      length: seconds(adBreak.endMs && adBreak.endMs - adBreak.startMs),
      announced: seconds(adBreak.durationMs),
      eventId: adBreak.eventId,
    }));
    expect(found).toEqual(
      JSON.parse(readFileSync(join(folder, name.replace('.m3u8', '.json')), 'utf8')),
    );
  });
});

interface Session {
  readonly startSeconds: number;
  readonly ads: readonly number[];
  readonly slate: boolean;
  /** How far the source was known when the ads were decided; default: before the break. */
  readonly decidedAtSeconds?: number;
}

describe('playlists', () => {
  const folder = join(vectors, 'playlists');

  it.each(readdirSync(folder))('%s', (name) => {
    const { window, startMs, breaks, knownUntilMs } = read(join(folder, name, 'source.m3u8'));
    const session: Session = JSON.parse(readFileSync(join(folder, name, 'session.json'), 'utf8'));
    const fmp4 = window.segments[0]?.segment.map !== undefined;
    const creative = (id: string, seconds: number) =>
      simulatedCreative(id, seconds * 1000, { v0: 4_000 }, fmp4);
    const sessionStartMs = startMs + session.startSeconds * 1000;
    const { targetDuration } = window;
    // Decided when the break was announced, before an early return was known.
    const open = breaks.map(({ endMs: _, ...adBreak }) => adBreak);
    const decidedMs = sessionStartMs + (session.decidedAtSeconds ?? 0) * 1000;
    const offered = followBreaks(createPlan({ sessionStartMs, targetDuration }), open, decidedMs);
    let { plan } = offered;
    for (const avail of offered.avails) {
      const ads = session.ads.map((seconds, index) => ({
        adId: `ad${index}`,
        sequence: index + 1,
        creative: creative(`c${index}`, seconds),
      }));
      const slate = session.slate ? creative('slate', 8) : undefined;
      plan = planBreak(plan, avail.breakId, fitPod(avail, ads, { slate }));
    }
    plan = followBreaks(plan, breaks, knownUntilMs).plan;
    const { text } = stitchMediaPlaylist({
      window,
      plan,
      adSegmentUri: (ref) => `ad/${ref.breakId}/${ref.placementIndex}/${ref.segmentIndex}`,
    });
    const adOf = (uri: string) => /^ad\/([^/]+\/\d+)/.exec(uri)?.[1];
    const output = { renditionId: 'v0', fetchedAtMs: 0, text };
    expect(auditSession(EMPTY_AUDIT, output, { adOf }).findings).toEqual([]);
    const expected = join(folder, name, 'expected.m3u8');
    if (update || !existsSync(expected)) writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, 'latin1'));
  });
});
