// Compares two consecutive MPDs of one session.
import type { FindingLog } from '../rules.ts';
import { checkTrackKept, type Fail } from './check-tracks.ts';
import type { MpdObservation, ObservedPeriod, ObservedSet } from './observe-mpd.ts';

/** ms; rounding of ticks and of xs:duration. */
const ROUNDING_MS = 2;
/** A Period may leave the MPD so many ms before the time-shift buffer: the origin's clock is not the judge's. */
const BUFFER_SLACK_MS = 10_000;

/** D1, D11, D12, D19: the attributes and UTCTiming of the MPD itself. */
export function checkFrame(earlier: MpdObservation, later: MpdObservation, log: FindingLog): void {
  const fail: Fail = (rule, line, detail) => log.add(rule, line, detail, earlier.output);
  const [was, is] = [earlier.mpd, later.mpd];
  if (was.id !== is.id) fail('D1', 1, `MPD@id went from ${was.id} to ${is.id}`);
  if (was.type === 'static' && is.type === 'dynamic') fail('D1', 1, 'a static MPD became dynamic');
  if (was.availabilityStartTimeMs !== is.availabilityStartTimeMs && is.type === 'dynamic')
    fail('D1', 1, 'availabilityStartTime moved');
  if (earlier.utcTimings !== later.utcTimings && is.type === 'dynamic')
    fail('D12', 1, `UTCTiming went from "${earlier.utcTimings}" to "${later.utcTimings}"`);
  if (was.suggestedPresentationDelayMs !== is.suggestedPresentationDelayMs && is.type === 'dynamic')
    fail('D19', 1, 'suggestedPresentationDelay moved');
  if (is.type === 'dynamic') checkPublishTime(earlier, later, log);
}

function checkPublishTime(earlier: MpdObservation, later: MpdObservation, log: FindingLog): void {
  const fail: Fail = (rule, line, detail) => log.add(rule, line, detail, earlier.output);
  const wasMs = earlier.mpd.publishTimeMs ?? Number.NaN;
  const isMs = later.mpd.publishTimeMs ?? Number.NaN;
  const isSame = earlier.essence === later.essence;
  if (Number.isNaN(isMs)) fail('D11', 1, 'a dynamic MPD without publishTime');
  if (isMs < wasMs) fail('D11', 1, `publishTime went back by ${wasMs - isMs} ms`);
  // Without listed segments (no finite edge) a new publishTime may be the only change.
  if (earlier.undated === later.undated && isMs > wasMs && Number.isFinite(later.edgeMs))
    log.warn('D11', 1, 'publishTime moved and nothing else', earlier.output);
  if (!isSame && isMs === wasMs) fail('D11', 1, 'the MPD changed under the same publishTime');
}

/** The folder of an address; undefined where it is no URL. */
const folderOf = (address: string, base: string) =>
  URL.canParse(address, base) ? new URL('.', new URL(address, base)).href : undefined;

/** Patches of a session are in the folder of its MPD; a PatchLocation left over from the source leads elsewhere. */
function isBeside({ patchLocations, locations }: MpdObservation['mpd'], url: string): boolean {
  const folder = folderOf(locations[0] ?? url, url);
  return patchLocations.every((address) => folderOf(address, url) === folder);
}

/** D11, in one output. @param url of the MPD, after redirects */
export function checkUpdateRequest({ mpd }: MpdObservation, url: string, log: FindingLog): void {
  if (mpd.type !== 'dynamic') return;
  if (mpd.minimumUpdatePeriodMs === undefined)
    log.warn('D11', 1, 'a dynamic MPD without minimumUpdatePeriod: players would not look again');
  if (!isBeside(mpd, url))
    log.warn('D11', 1, 'PatchLocation leads to updates that know nothing of the ads');
}

/** D1, D2, D4, D6: the Periods. */
export function checkPeriodsKept(
  earlier: MpdObservation,
  later: MpdObservation,
  log: FindingLog,
): void {
  const fail: Fail = (rule, line, detail) => log.add(rule, line, detail, earlier.output);
  const known = new Map(earlier.periods.map((period) => [period.id, period]));
  const ids = new Map(earlier.periods.map(({ startMs, id }) => [startMs, id]));
  const lastStartMs = earlier.periods.at(-1)?.startMs ?? Number.NEGATIVE_INFINITY;
  for (const period of later.periods) {
    const before = known.get(period.id);
    if (before !== undefined) {
      checkPeriodKept(before, period, before.startMs === lastStartMs, fail);
      continue;
    }
    const other = ids.get(period.startMs);
    if (other !== undefined)
      fail('D6', period.line, `the Period at ${period.startMs} ms was ${other}, is ${period.id}`);
    else if (period.startMs < lastStartMs)
      fail('D2', period.line, `Period ${period.id} was added before the last one`);
  }
  checkGone(earlier, later, fail);
  checkEdge(earlier, later, fail);
}

/**
 * Now on the presentation's clock, ms: the time-shift buffer is counted back from it (§5.3.1.2). The edge of an output
 * with a live delay is behind it, but by no more than suggestedPresentationDelay: players begin at a listed segment.
 */
function nowMsOf({ mpd, output, edgeMs }: MpdObservation): number {
  const nowMs = output.fetchedAtMs - (mpd.availabilityStartTimeMs ?? 0);
  const latestMs = edgeMs + (mpd.suggestedPresentationDelayMs ?? 0);
  return Math.max(edgeMs, Math.min(nowMs, latestMs));
}

/** Periods leave at the front, once their segments are no longer available. */
function checkGone(earlier: MpdObservation, later: MpdObservation, fail: Fail): void {
  const left = new Set(later.periods.map(({ id }) => id));
  const firstStartMs = later.periods.reduce(
    (first, { startMs }) => Math.min(first, startMs),
    Number.POSITIVE_INFINITY,
  );
  const depthMs = earlier.mpd.timeShiftBufferDepthMs ?? Number.POSITIVE_INFINITY;
  const bufferMs = nowMsOf(later) - depthMs;
  for (const period of earlier.periods) {
    if (left.has(period.id)) continue;
    const early = Math.min(period.endMs, earlier.edgeMs) > bufferMs + BUFFER_SLACK_MS;
    const inside = firstStartMs < period.startMs;
    if (early || inside)
      fail('D4', 1, `Period ${period.id} is gone while it is in the time-shift buffer`);
  }
}

function checkEdge(earlier: MpdObservation, later: MpdObservation, fail: Fail): void {
  const back = earlier.edgeMs - later.edgeMs;
  if (back > ROUNDING_MS)
    fail(
      'D4',
      later.periods.at(-1)?.line ?? 1,
      `the presentation ends ${Math.round(back)} ms earlier`,
    );
}

/** An id is optional (ISO/IEC 23009-1 5.3.3.2); those of Representations are not, and unique in their Period. */
function setKey({ id, contentType, tracks }: ObservedSet): string {
  return `${contentType} ${id === '' ? `of ${tracks[0]?.id ?? ''}` : id}`;
}

function checkPeriodKept(
  before: ObservedPeriod,
  period: ObservedPeriod,
  wasLast: boolean,
  fail: Fail,
): void {
  if (period.startMs !== before.startMs)
    fail(
      'D1',
      period.line,
      `Period ${period.id} started at ${before.startMs} ms, starts at ${period.startMs} ms`,
    );
  if (before.durationMs !== undefined && period.durationMs !== before.durationMs) {
    const shortened =
      wasLast && period.durationMs !== undefined && period.durationMs < before.durationMs;
    if (!shortened) fail('D1', period.line, `the duration of Period ${period.id} moved`);
  }
  if (period.ad !== before.ad)
    fail('D1', period.line, `Period ${period.id} was ${before.ad ?? 'content'}`);
  const known = new Map(period.sets.map((set) => [setKey(set), set]));
  for (const set of before.sets) {
    const now = known.get(setKey(set));
    if (now === undefined) fail('D1', period.line, `set ${set.id} of Period ${period.id} is gone`);
    else checkSetKept(set, now, period.id, wasLast, fail);
  }
}

function checkSetKept(
  before: ObservedSet,
  set: ObservedSet,
  periodId: string,
  wasLast: boolean,
  fail: Fail,
): void {
  for (const track of before.tracks) {
    const now = set.tracks.find(({ id }) => id === track.id);
    if (now === undefined) fail('D1', set.line, `track ${track.id} of Period ${periodId} is gone`);
    else checkTrackKept(track, now, { periodId, wasLast }, fail);
  }
}
