import type { ListedSegment } from '@interlude/dash';
import type { DashTrack } from './dash-window.ts';
import { appendRuns, endOfRuns, segmentCount, sliceRuns, type TrackRun } from './track-runs.ts';

/** The listed runs with times counted from the `timeOrigin` of the known track. */
function onKnownClock(known: DashTrack, listed: DashTrack): readonly TrackRun[] {
  const shift = Number(listed.timeOrigin - known.timeOrigin);
  return shift === 0 ? listed.runs : listed.runs.map((run) => ({ ...run, t: run.t + shift }));
}

type ListTrack = Extract<DashTrack, { kind: 'list' }>;

const addressOf = ({ media, mediaRange }: ListedSegment) => `${media ?? ''} ${mediaRange ?? ''}`;

/**
 * A SegmentList without a timeline does not declare its position when its head advances: the segments known before
 * determine it.
 */
function placedList(known: ListTrack, listed: ListTrack): readonly TrackRun[] {
  const [first] = listed.addresses;
  const [run] = listed.runs;
  if (first === undefined || run === undefined) return listed.runs;
  const index = known.addresses.findIndex((address) => addressOf(address) === addressOf(first));
  const end = endOfRuns(known.runs) ?? run.t;
  const since = index < 0 ? 0 : known.addresses.length - index;
  const t = end - since * run.d;
  return listed.runs.length === 1 && t > run.t ? [{ ...run, t }] : listed.runs;
}

function grownList(known: ListTrack, listed: ListTrack): DashTrack {
  const placed = placedList(known, { ...listed, runs: onKnownClock(known, listed) });
  const runs = appendRuns(known.runs, placed, false);
  const fresh = segmentCount(runs) - segmentCount(known.runs);
  if (fresh === 0) return known;
  return { ...known, runs, addresses: [...known.addresses, ...listed.addresses.slice(-fresh)] };
}

/** Whether segment addresses contain the source's $Number$. */
export function isNumbered(track: DashTrack): boolean {
  return track.kind === 'template' && track.media.includes('$Number');
}

/** The known track with the segments that the newest MPD adds; the same object when it adds none. */
export function grownTrack(known: DashTrack, listed: DashTrack): DashTrack {
  if (known.kind === 'list' && listed.kind === 'list') return grownList(known, listed);
  if (known.kind === 'base') return listed.kind === 'base' ? listed : known;
  const runs = appendRuns(known.runs, onKnownClock(known, listed), isNumbered(known));
  return runs === known.runs ? known : { ...known, runs };
}

/** Drops the segments that end before `atMs` after the Period's start; the same object when there are none. */
export function trimmedTrack(track: DashTrack, atMs: number): DashTrack {
  if (track.kind === 'base') return track;
  const from = track.presentationTimeOffset + (atMs * track.timescale) / 1000;
  const [first] = track.runs;
  if (first === undefined || first.t + first.d > from) return track;
  const { runs, skipped } = sliceRuns(track.runs, from, Number.POSITIVE_INFINITY);
  return track.kind === 'list'
    ? { ...track, runs, addresses: track.addresses.slice(skipped) }
    : { ...track, runs };
}

/** Whether the listed segments can continue the known track; if not, the source has restarted. */
export function continues(known: DashTrack, listed: DashTrack): boolean {
  if (known.kind === 'base' || listed.runs.length === 0 || known.runs.length === 0) return true;
  if (known.timescale !== listed.timescale) return false;
  if (known.kind === 'list' && listed.kind === 'list') return true;
  const end = endOfRuns(onKnownClock(known, listed)) ?? 0;
  return end > (known.runs[0]?.t ?? 0);
}
