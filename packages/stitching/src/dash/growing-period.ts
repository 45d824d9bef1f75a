// A Period to which segments are still added: the state of a player's MPD from which patches follow.
import { printTicks } from '@interlude/dash';
import type { DashTrack } from '../dash-source/dash-window.ts';
import type { ContentPart } from './lay-out-periods.ts';
import type { PeriodSkeleton, SetSkeleton } from './period-skeleton.ts';
import { digestOf } from './publish-time.ts';
import {
  type ListedTrack,
  type LocationRewrite,
  listTrack,
  type TrackList,
  type TrackSpan,
  trackList,
} from './track-text.ts';

/** Addresses of patches carry the end of each list. */
const MAX_LISTS = 24;
/** Ids that need no escaping in a selector. */
const PLAIN = /^[\w.:~-]+$/;

export interface GrowingList {
  /** Selector of its SegmentTimeline, below the Period. */
  readonly path: string;
  readonly track: DashTrack;
  /** End of the list as the source prints it, ticks of the timescale. */
  readonly end: string;
}

export interface GrowingPeriod {
  readonly id: string;
  /** Segments that begin before this are listed, ms after the source period's start. */
  readonly untilMs: number;
  readonly lists: readonly GrowingList[];
  /** Digest of the Period without its listed segments. */
  readonly digest: number;
}

interface Growing {
  readonly part: ContentPart;
  readonly span: TrackSpan;
  readonly skeleton: PeriodSkeleton;
  readonly rewrite: LocationRewrite | undefined;
  /** The Period with these tracks. */
  readonly textOf: (tracks: readonly (ListedTrack | undefined)[]) => string;
}

/** Selector step of an AdaptationSet: by id, which stays the same, or by position when no selector can name the id. */
function setPath(
  { set: { set } }: SetSkeleton,
  position: number,
  ids: readonly (string | undefined)[],
) {
  const { id } = set;
  const isNamed = id !== undefined && PLAIN.test(id) && ids.indexOf(id) === ids.lastIndexOf(id);
  return isNamed ? `AdaptationSet[@id='${id}']` : `AdaptationSet[${position}]`;
}

/** Paths of the lists of one set, by index of their track; undefined: one of them cannot be named. */
function listPaths(skeleton: SetSkeleton, path: string): ReadonlyMap<number, string> | undefined {
  const { set, trackOf } = skeleton.set;
  const [first] = trackOf;
  const list = 'SegmentTemplate/SegmentTimeline';
  if (first !== undefined && trackOf.every((track) => track === first)) {
    return new Map([[first, `${path}/${list}`]]);
  }
  const ids = set.representations.map(({ id }) => id);
  const areNamed = ids.every((id) => PLAIN.test(id));
  // Representations that share their segments print a list each.
  const areApart = new Set(trackOf).size === trackOf.length;
  if (!areNamed || !areApart) return undefined;
  return new Map(
    trackOf.map((track, index) => [track, `${path}/Representation[@id='${ids[index]}']/${list}`]),
  );
}

type Known = readonly (TrackList | undefined)[];

/** Lists of one set; undefined when a selector cannot name one of them, or it is none. */
function listsOfSet(
  { set: { trackOf } }: SetSkeleton,
  paths: ReadonlyMap<number, string> | undefined,
  tracks: readonly DashTrack[],
  known: Known,
): readonly GrowingList[] | undefined {
  const lists: GrowingList[] = [];
  for (const index of new Set(trackOf)) {
    const track = tracks[index];
    if (track?.kind === 'base') continue;
    const [list, path] = [known[index], paths?.get(index)];
    if (track === undefined || list === undefined || path === undefined) return undefined;
    lists.push({ path, track, end: printTicks(list.end, track.timeOrigin) });
  }
  return lists;
}

/**
 * State of a Period for patches; undefined when a patch cannot extend it, because segments are listed by
 * address or a selector cannot name its ids.
 */
export function growingPeriod(growing: Growing): GrowingPeriod | undefined {
  const { part, span, skeleton, rewrite, textOf } = growing;
  const { tracks } = part.period;
  const known = tracks.map((track) => trackList(track, span, rewrite));
  const fixed = tracks.map((track, index): ListedTrack => {
    if (track.kind === 'base') return listTrack(track, span, rewrite);
    const list = known[index];
    return { text: list?.fixed ?? '', count: list === undefined ? 0 : 1, longestMs: 0 };
  });
  const sets = skeleton.sets.filter(({ set }) =>
    set.trackOf.every((index) => (fixed[index]?.count ?? 0) > 0),
  );
  const ids = sets.map(({ set }) => set.set.id);
  const listed = sets.map((set, index) =>
    listsOfSet(set, listPaths(set, setPath(set, index + 1, ids)), tracks, known),
  );
  const lists = listed.flatMap((each) => each ?? []);
  const isNamed = PLAIN.test(part.id) && tracks.every(({ kind }) => kind !== 'list');
  if (!isNamed || lists.length === 0 || lists.length > MAX_LISTS || listed.includes(undefined))
    return undefined;
  return { id: part.id, untilMs: span.untilMs, lists, digest: digestOf(textOf(fixed)) };
}
