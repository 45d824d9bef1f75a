import { headerLine, type Observation } from './observation.ts';
import type { FindingLog } from './rules.ts';

/** Target durations after which an unchanged playlist is stale, and below which a window is short. */
const TARGET_DURATIONS = 3;

/** H33: an empty or shrunken playlist, which no session may be served. */
export function checkWindow(earlier: Observation, later: Observation, log: FindingLog): void {
  if (earlier.segments.length > 0 && later.segments.length === 0) {
    log.add('H33', 1, 'the playlist is empty', earlier.output);
    return;
  }
  if (later.endList) return;
  const shrank = later.windowSeconds < earlier.windowSeconds;
  const short = later.windowSeconds < TARGET_DURATIONS * later.targetDuration;
  const halved = later.windowSeconds < earlier.windowSeconds / 2;
  if (!shrank || !(short || halved)) return;
  const line = headerLine(later, 'EXT-X-MEDIA-SEQUENCE');
  const detail = `the window shrank from ${earlier.windowSeconds.toFixed(3)} s to ${later.windowSeconds.toFixed(3)} s`;
  if (short) log.add('H33', line, detail, earlier.output);
  else log.warn('H33', line, detail, earlier.output);
}

/** H33: a stale playlist, without a new segment. `freshest` is the first output with the present last segment. */
export function checkStale(freshest: Observation, later: Observation, log: FindingLog): void {
  if (later.endList || later.segments.at(-1)?.msn !== freshest.segments.at(-1)?.msn) return;
  const seconds = (later.output.fetchedAtMs - freshest.output.fetchedAtMs) / 1000;
  if (seconds > TARGET_DURATIONS * later.targetDuration)
    log.add('H33', 1, `no new segment for ${seconds.toFixed(1)} s`, freshest.output);
}

/** H36: a playlist on demand is one and the same for the whole session. */
export function checkOnDemand(earlier: Observation, later: Observation, log: FindingLog): void {
  if (earlier.onDemand === undefined || earlier.onDemand === later.onDemand) return;
  log.add('H36', 1, 'a playlist on demand changed', earlier.output);
}
