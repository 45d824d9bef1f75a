// Compares one track in two consecutive MPDs (D1, D2, D7).
import type { AuditRuleId } from '../rules.ts';
import type { ObservedTrack } from './observe-mpd.ts';

export type Fail = (rule: AuditRuleId, line: number, detail: string) => void;

/** @param wasLast the Period was the last one: only there content is added */
export function checkTrackKept(
  before: ObservedTrack,
  track: ObservedTrack,
  { periodId, wasLast }: { readonly periodId: string; readonly wasLast: boolean },
  fail: Fail,
): void {
  const place = `${track.id} of Period ${periodId}`;
  const [was, is] = [before.presentationTimeOffset, track.presentationTimeOffset];
  if (was * track.timescale !== is * before.timescale)
    fail('D1', track.line, `presentationTimeOffset of ${place} went from ${was} to ${is}`);
  if (before.initialization !== track.initialization)
    fail('D1', track.line, `the initialization of ${place} moved`);
  if (before.segments.length === 0 || track.segments.length === 0) return;
  if (!isKept(before, track)) checkSegmentsKept(before, track, place, fail);
  if (!wasLast) checkNotAdded(before, track, place, fail);
}

/** Segments in both MPDs have one order and equal addresses, and added ones are later: the fast path. */
function isKept(before: ObservedTrack, track: ObservedTrack): boolean {
  const firstT = track.segments[0]?.t;
  const gone = before.segments.findIndex(({ t }) => t === firstT);
  const left = before.segments.length - gone;
  if (gone < 0 || left > track.segments.length) return false;
  for (let index = 0; index < left; index += 1) {
    const [was, is] = [before.segments[gone + index], track.segments[index]];
    if (was?.t !== is?.t || was?.address !== is?.address) return false;
  }
  const lastT = before.segments.at(-1)?.t ?? 0;
  return track.segments.slice(left).every(({ t }) => t > lastT);
}

function checkSegmentsKept(
  before: ObservedTrack,
  track: ObservedTrack,
  place: string,
  fail: Fail,
): void {
  const [first, last] = [track.segments[0]?.t ?? 0, track.segments.at(-1)?.t ?? 0];
  const [wasFirst, wasLast] = [before.segments[0]?.t ?? 0, before.segments.at(-1)?.t ?? 0];
  if (last < wasLast) fail('D2', track.line, `${place} lost segments at its end`);
  if (first < wasFirst) fail('D2', track.line, `${place} got segments at its start`);
  const known = new Map(before.segments.map(({ t, address }) => [t, address]));
  const now = new Set(track.segments.map(({ t }) => t));
  for (const { t, address } of track.segments) {
    const was = known.get(t) ?? address;
    if (was !== address) fail('D7', track.line, `${was} became ${address}`);
    const isInside = t < wasLast && t > wasFirst;
    if (isInside && !known.has(t)) fail('D2', track.line, `${place} got ${address} in its middle`);
  }
  const lost = before.segments.find(({ t }) => t > first && t < last && !now.has(t));
  if (lost !== undefined) fail('D2', track.line, `${place} lost ${lost.address}`);
}

/** D2: once another Period has followed, one segment may still be added, as audio may end after video. */
function checkNotAdded(
  before: ObservedTrack,
  track: ObservedTrack,
  place: string,
  fail: Fail,
): void {
  const wasLast = before.segments.at(-1);
  const added = track.segments.filter(({ startMs }) => startMs >= (wasLast?.endMs ?? 0));
  if (added.length > 1)
    fail('D2', track.line, `${place} goes on although another Period has followed it`);
}
