// Rules that one MPD alone can break.
import type { FindingLog } from '../rules.ts';
import {
  leadingSegments,
  type MpdObservation,
  type ObservedPeriod,
  type ObservedSet,
  type ObservedTrack,
} from './observe-mpd.ts';

/** ms; rounding of ticks and of xs:duration. */
const ROUNDING_MS = 2;
/** The longest hole that players jump without a visible stall, ms. */
const SMALL_HOLE_MS = 500;

/** D1: Periods in order. D3: each with a start of its own. D6: with unique ids. */
export function checkOrder({ periods, mpd }: MpdObservation, log: FindingLog): void {
  const ids = new Set<string>();
  for (const [index, period] of periods.entries()) {
    if (period.id === '' && mpd.type === 'dynamic')
      log.add('D6', period.line, 'a Period has no id');
    else if (period.id === '' && periods.length > 1)
      log.warn('D6', period.line, 'a Period has no id');
    if (period.id !== '' && ids.has(period.id))
      log.add('D6', period.line, `the Period id ${period.id} occurs twice`);
    ids.add(period.id);
    if (mpd.type === 'dynamic' && !period.hasStart)
      log.add('D3', period.line, `Period ${period.id} has no start of its own`);
    const before = periods[index - 1];
    if (before !== undefined) checkAfter(before, period, log);
  }
}

function checkAfter(before: ObservedPeriod, period: ObservedPeriod, log: FindingLog): void {
  if (period.startMs <= before.startMs)
    log.add('D1', period.line, `Period ${period.id} does not start after ${before.id}`);
  if (before.durationMs === undefined) return;
  const overlapMs = before.startMs + before.durationMs - period.startMs;
  if (overlapMs > ROUNDING_MS)
    log.add(
      'D1',
      period.line,
      `Period ${period.id} begins ${overlapMs} ms before ${before.id} ends`,
    );
}

function isMedia({ contentType, isSpecial }: ObservedSet): boolean {
  return (contentType === 'video' || contentType === 'audio') && !isSpecial;
}

/** D5 and D7: the segments of a track and their Period. */
export function checkSegments({ periods }: MpdObservation, log: FindingLog): void {
  for (const period of periods) {
    const media = period.sets.filter(isMedia);
    if (media.length === 0) log.add('D5', period.line, `Period ${period.id} has no media`);
    for (const { tracks } of media) for (const track of tracks) checkTrack(period, track, log);
  }
}

function checkTrack(period: ObservedPeriod, track: ObservedTrack, log: FindingLog): void {
  if (!track.isListed) return;
  const [first] = track.segments;
  const last = track.segments.at(-1);
  if (first === undefined || last === undefined) {
    log.add('D5', track.line, `${track.id} of Period ${period.id} lists no segment`);
    return;
  }
  if (first.endMs <= period.startMs + ROUNDING_MS)
    log.add('D7', track.line, `${first.address} ends before Period ${period.id} starts`);
  if (last.startMs >= period.endMs - ROUNDING_MS)
    log.add('D7', track.line, `${last.address} starts after Period ${period.id} ends`);
  let before = first;
  for (const segment of track.segments.slice(1)) {
    if (segment.startMs - before.endMs > SMALL_HOLE_MS)
      log.add(
        'D8',
        track.line,
        `${segment.startMs - before.endMs} ms without media before ${segment.address}`,
      );
    before = segment;
  }
}

/** D8: holes at the start of a Period, and at its end before the next one. */
export function checkJoints({ periods }: MpdObservation, log: FindingLog): void {
  for (const [index, period] of periods.entries()) {
    const next = periods[index + 1];
    const segments = leadingSegments(period);
    const [first] = segments;
    const last = segments.at(-1);
    if (first === undefined || last === undefined) continue;
    // The first Period's start leaves the time-shift buffer before the Period does.
    const lateMs = first.startMs - period.startMs;
    if (index > 0 && lateMs > SMALL_HOLE_MS)
      log.add(
        'D8',
        period.line,
        `Period ${period.id} begins with ${Math.round(lateMs)} ms without media`,
      );
    const holeMs = period.endMs - last.endMs;
    if (next !== undefined && holeMs > SMALL_HOLE_MS)
      log.add('D8', next.line, `${Math.round(holeMs)} ms without media before Period ${next.id}`);
  }
}

/** D9: continuity and connectivity. A claim that names a Period which has left the window is not judged. */
export function checkContinuity({ periods }: MpdObservation, log: FindingLog): void {
  const known = new Map<string, ObservedPeriod>();
  for (const period of periods) {
    for (const set of period.sets) checkClaims(period, set, known, log);
    known.set(period.id, period);
  }
}

function checkClaims(
  period: ObservedPeriod,
  set: ObservedSet,
  known: ReadonlyMap<string, ObservedPeriod>,
  log: FindingLog,
): void {
  for (const { scheme, value } of set.continuity) {
    const from = known.get(value);
    if (from === undefined) continue;
    if (!from.sets.some(({ id }) => id === set.id))
      log.add('D9', set.line, `${scheme} names Period ${value}, which has no set ${set.id}`);
    if (from.ad !== period.ad)
      log.add(
        'D9',
        set.line,
        `${scheme} joins ${period.ad ?? 'content'} with ${from.ad ?? 'content'}`,
      );
  }
}

/** D15 and D16: an ad beside the content around it. */
export function checkAds({ periods }: MpdObservation, log: FindingLog): void {
  let content = periods.find(({ ad }) => ad === undefined);
  for (const period of periods) {
    if (period.ad === undefined) content = period;
    else checkAd(period, content, log);
  }
}

function checkAd(ad: ObservedPeriod, content: ObservedPeriod | undefined, log: FindingLog): void {
  if (ad.hasEvents || ad.sets.some(({ hasEvents }) => hasEvents))
    log.add('D15', ad.line, `ad Period ${ad.id} announces events`);
  for (const set of content?.sets ?? []) {
    if (!isMedia(set)) continue;
    const same = ad.sets.find(
      ({ id, contentType }) => id === set.id && contentType === set.contentType,
    );
    if (same === undefined)
      log.add('D16', ad.line, `ad Period ${ad.id} lacks the ${set.contentType} set ${set.id}`);
  }
}

/** D20: a last Period without @duration ends with the presentation (ISO/IEC 23009-1 §5.3.2.1). */
function checkOpenEnd(last: ObservedPeriod, declaredMs: number, log: FindingLog): void {
  if (declaredMs <= last.startMs)
    log.add(
      'D20',
      last.line,
      `mediaPresentationDuration is ${declaredMs} ms, Period ${last.id} begins at ${last.startMs} ms`,
    );
  const mediaMs = leadingSegments(last).at(-1)?.endMs;
  if (mediaMs !== undefined && declaredMs - mediaMs > SMALL_HOLE_MS)
    log.add(
      'D20',
      last.line,
      `mediaPresentationDuration is ${declaredMs} ms, the last segment of Period ${last.id} ends at ${mediaMs} ms`,
    );
}

/** D20: a difference that players end or jump over without a visible stall is a warning only. */
function addByLength(log: FindingLog, line: number, lengthMs: number, detail: string): void {
  if (lengthMs > SMALL_HOLE_MS) log.add('D20', line, detail);
  else if (lengthMs > ROUNDING_MS) log.warn('D20', line, detail);
}

/** D20: the duration of a static MPD, and holes between the durations of its Periods. */
export function checkStatic({ mpd, periods }: MpdObservation, log: FindingLog): void {
  if (mpd.type !== 'static') return;
  const declaredMs = mpd.mediaPresentationDurationMs;
  const last = periods.at(-1);
  if (last === undefined) return;
  const endMs = last.durationMs === undefined ? undefined : last.startMs + last.durationMs;
  if (declaredMs === undefined && endMs === undefined)
    log.add('D20', 1, 'a static MPD without a duration');
  if (declaredMs !== undefined && endMs === undefined) checkOpenEnd(last, declaredMs, log);
  if (declaredMs !== undefined && endMs !== undefined)
    addByLength(
      log,
      last.line,
      Math.abs(declaredMs - endMs),
      `mediaPresentationDuration is ${declaredMs} ms, the Periods end at ${endMs} ms`,
    );
  for (const [index, period] of periods.entries()) {
    const next = periods[index + 1];
    if (next === undefined || period.durationMs === undefined) continue;
    const holeMs = next.startMs - period.startMs - period.durationMs;
    addByLength(log, next.line, holeMs, `a hole of ${holeMs} ms before Period ${next.id}`);
  }
}
