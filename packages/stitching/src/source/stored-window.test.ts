// A process that goes on with the stored windows of another publishes the same as that one would have.
import { parseMediaPlaylist } from '@interlude/hls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awayScenario, joinChannel, type Scenario, scenario, steps } from '../playback.suite.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import type { SimulatedChannel } from '../simulated-channel.suite.ts';
import { extendWindow } from './extend-window.ts';
import type { SourceWindow } from './source-window.ts';
import { restoreWindow, storeWindow } from './stored-window.ts';

const numRuns = propertyRuns(40);
const timeout = 60_000 + numRuns * 10_000;

const elsewhere = (window: SourceWindow): SourceWindow =>
  restoreWindow(JSON.parse(JSON.stringify(storeWindow(window))), {});

/** The lines of all segments in each form; of the oldest those at the head of a list, as it is printed. */
function linesOf({ segments }: SourceWindow): string[] {
  return segments.flatMap(({ block }, index) => {
    const full = [block.text(true, false), block.text(true, true)];
    return index === 0 ? full : [...full, block.text(false, false), block.text(false, true)];
  });
}

function expectSame(restarted: SimulatedChannel, steady: SimulatedChannel): void {
  for (const [renditionId, window] of steady.windows) {
    const other = restarted.windows.get(renditionId);
    expect(other && storeWindow(other)).toEqual(storeWindow(window));
    expect(other && linesOf(other)).toEqual(linesOf(window));
  }
}

/** Plays a scenario on a channel that is never restarted, and on one that is at some steps. @returns restarts */
function playBoth(input: Scenario, restarts: readonly boolean[]): number {
  const [viewer] = input.sessions;
  if (viewer === undefined) return 0;
  let count = 0;
  const others = steps(input);
  let pair: ReturnType<typeof joinChannel>[] | undefined;
  for (const { channel: steady, step, nowMs } of steps(input)) {
    const { value } = others.next();
    if (value === undefined) throw new Error('both have the same steps');
    const { channel: restarted } = value;
    if (restarts[step % restarts.length]) {
      count++;
      for (const [id, window] of restarted.windows) restarted.windows.set(id, elsewhere(window));
    }
    expectSame(restarted, steady);
    if (nowMs < viewer.joinMs) continue;
    pair ??= [steady, restarted].map((channel) => joinChannel(channel, viewer, input));
    const [first, ...rest] = pair.map(({ session }) =>
      steady.renditions.map(({ renditionId }) => session.request(renditionId, nowMs)?.text),
    );
    for (const other of rest) expect(other).toEqual(first);
  }
  return count;
}

describe('windows that were stored and restored', () => {
  it.each([
    ['read in turn', scenario],
    ['that cannot be read for a while', awayScenario],
  ])('H1 H2 H3 H11 of renditions %s go on as if nothing had been', { timeout }, (_, scenarios) => {
    let restarted = 0;
    const restarts = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(scenarios, restarts, (input, at) => {
        restarted += playBoth(input, at);
      }),
      { numRuns, seed: 20_261_130 },
    );
    expect(restarted).toBeGreaterThan(numRuns);
  });

  it('H6 H11 know how often the source began anew, and go on counting', () => {
    const playlist = (first: number, date: string, name: string) =>
      parseMediaPlaylist(
        `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-PROGRAM-DATE-TIME:${date}\n${[
          0, 1, 2,
        ]
          .map((n) => `#EXTINF:4,\n${name}${first + n}.ts\n`)
          .join('')}`,
      ).playlist;
    const options = { renditionId: 'v0', baseUrl: 'https://o.example/a/v.m3u8', nowMs: 0 };
    const read = (
      windows: readonly (SourceWindow | undefined)[],
      of: ReturnType<typeof playlist>,
    ) =>
      windows.map((window, index) =>
        extendWindow(window && index > 0 ? elsewhere(window) : window, of, options),
      );
    let windows = read([undefined, undefined], playlist(100, '2026-03-01T12:00:00Z', 'a'));
    windows = read(windows, playlist(5, '2026-03-01T11:00:00Z', 'b'));
    windows = read(windows, playlist(6, '2026-03-01T11:00:04Z', 'b'));
    windows = read(windows, playlist(1, '2026-03-01T12:00:40Z', 'c'));
    const [steady, restarted] = windows;
    expect(steady?.epochs).toHaveLength(3);
    expect(restarted && storeWindow(restarted)).toEqual(steady && storeWindow(steady));
    expect(restarted && linesOf(restarted)).toEqual(steady && linesOf(steady));
  });
});
