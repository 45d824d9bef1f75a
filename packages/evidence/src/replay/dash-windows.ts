/** The source of a DASH channel as the MPDs of a pack show it, one window for each. */
import { parseMpd } from '@interlude/dash';
import { type DashWindow, extendDashWindow } from '@interlude/stitching';
import type { PackedManifest } from '../pack/evidence-pack.ts';

/** Elements of one MPD without its timelines, as many as the monitor reads. */
const maxElements = 100_000;
/** So far back a window is kept, ms: a pack is ten minutes long. */
const keepMs = 900_000;
/** Where segments follow from the clock, the edge moves between two MPDs: steps that are tried, ms. */
const clockSteps = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000];

export interface DatedWindow {
  /** Epoch ms. */
  readonly loadedAtMs: number;
  readonly window: DashWindow;
}

const mpdOf = (text: string) => parseMpd(text, { maxElements }).mpd;

/** @param manifests of the source, by time */
export function dashWindows(manifests: readonly PackedManifest[]): DatedWindow[] {
  const windows: DatedWindow[] = [];
  let window: DashWindow | undefined;
  for (const { text, uri, loadedAtMs } of manifests) {
    const mpd = mpdOf(text);
    if (mpd === undefined) continue;
    window = extendDashWindow(window, mpd, { baseUrl: uri, nowMs: loadedAtMs, keepMs });
    windows.push({ loadedAtMs, window });
  }
  return windows;
}

/** Whether segments are not listed but follow from the clock (`$Number$` with a duration). */
function isClockDriven({ mpd }: DashWindow): boolean {
  return mpd.periods.some(({ adaptationSets }) =>
    adaptationSets.some(({ representations: [first] }) => first?.addressing.kind === 'number'),
  );
}

/**
 * Windows that the stitcher may have had when an output was read, the likeliest first.
 * @param steps number of MPDs that are tried on each side of that time
 */
export function* windowsNear(
  windows: readonly DatedWindow[],
  loadedAtMs: number,
  steps: number,
): Generator<DashWindow> {
  const near = windows.findLastIndex((one) => one.loadedAtMs <= loadedAtMs);
  const from = Math.max(0, near);
  for (let step = 0; step <= 2 * steps; step += 1) {
    const at = step % 2 === 0 ? from - step / 2 : from + (step + 1) / 2;
    const known = windows[at];
    if (known === undefined) continue;
    yield known.window;
    if (!isClockDriven(known.window)) continue;
    for (const behindMs of clockSteps) {
      const nowMs = loadedAtMs - behindMs;
      const { mpd, baseUrl } = known.window;
      if (nowMs > known.loadedAtMs)
        yield extendDashWindow(known.window, mpd, { baseUrl, nowMs, keepMs });
    }
  }
}
