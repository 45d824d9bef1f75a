import { formatDuration } from '@interlude/dash';
import type { DashSourcePeriod } from '../dash-source/dash-window.ts';
import { connectivity, eventText } from './event-text.ts';
import { type GrowingPeriod, growingPeriod } from './growing-period.ts';
import type { ContentPart } from './lay-out-periods.ts';
import {
  filled,
  type PeriodSkeleton,
  periodSkeleton,
  type SetSkeleton,
  type SkeletonOptions,
} from './period-skeleton.ts';
import { type ListedTrack, listTrack, type TrackSpan } from './track-text.ts';

export interface ContentOptions extends SkeletonOptions {
  readonly keepsMarkers: boolean;
}

export interface WrittenPeriod {
  readonly text: string;
  /** Longest segment, ms. */
  readonly longestMs: number;
  /** State of a part to which segments are still added, for patches; undefined of other Periods. */
  readonly growing?: (() => GrowingPeriod | undefined) | undefined;
}

interface SharedText {
  readonly skeleton: PeriodSkeleton;
  readonly texts: Map<string, WrittenPeriod | undefined>;
}

/** Rendered parts that are kept of one Period: sessions at the same place in the same breaks share them. */
const MAX_TEXTS = 128;
/** Reference segments after which a part is published although a set of it has none yet. */
const PATIENCE_SEGMENTS = 3;

/** Rendered Periods by options, which are few: one object a channel, or one a session that replaces locations. */
const shared = new WeakMap<ContentOptions, WeakMap<DashSourcePeriod, SharedText>>();

function sharedText(period: DashSourcePeriod, options: ContentOptions): SharedText {
  const ofOptions = shared.get(options) ?? new WeakMap<DashSourcePeriod, SharedText>();
  shared.set(options, ofOptions);
  const known = ofOptions.get(period);
  if (known !== undefined) return known;
  const made = { skeleton: periodSkeleton(period, options), texts: new Map() };
  ofOptions.set(period, made);
  return made;
}

/** Continuity descriptors of a set: the source's own where its Periods still adjoin, else connectivity alone (D9). */
function jointText({ joint, hasId }: SetSkeleton, part: ContentPart): string {
  if (!part.isReturn) return joint;
  if (part.startMs > part.period.startMs + 1) return hasId ? connectivity(part.period.key) : '';
  return joint.replaceAll('period-continuity:2015', 'period-connectivity:2015');
}

function setText(
  skeleton: SetSkeleton,
  part: ContentPart,
  tracks: readonly (ListedTrack | undefined)[],
): string {
  const hasSegments = skeleton.set.trackOf.every((index) => (tracks[index]?.count ?? 0) > 0);
  if (!hasSegments) return '';
  return filled(skeleton.pieces, (name) =>
    name === 'joint' ? jointText(skeleton, part) : (tracks[Number(name)]?.text ?? ''),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const spanOf = ({ period, startMs, untilMs }: ContentPart, headMs: number): TrackSpan => ({
  fromMs: startMs - period.startMs,
  headMs: headMs - period.startMs,
  untilMs: untilMs - period.startMs,
});

function write(
  part: ContentPart,
  headMs: number,
  { skeleton }: SharedText,
  options: ContentOptions,
): WrittenPeriod | undefined {
  const { period, startMs, untilMs } = part;
  const span = spanOf(part, headMs);
  const tracks = period.tracks.map((track) => listTrack(track, span, options.rewrite));
  const reference = tracks[period.reference];
  if (reference === undefined || reference.count === 0) return undefined;
  // A period is held until each of its tracks has a segment (D5).
  const isWaiting = period.sets.some(
    ({ isMedia, trackOf }) => isMedia && trackOf.some((index) => tracks[index]?.count === 0),
  );
  if (isWaiting && !part.isClosed && reference.count < PATIENCE_SEGMENTS) return undefined;
  const endMs = part.isClosed ? untilMs : Number.POSITIVE_INFINITY;
  const events = () => eventText(period, { startMs, endMs }, options.keepsMarkers);
  const textOf = (shown: readonly (ListedTrack | undefined)[]) =>
    filled(skeleton.pieces, (name) => {
      if (name === 'id')
        return part.id.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
      if (name === 'start') return formatDuration(Math.round(startMs * 1000) / 1000);
      if (name === 'events') return events();
      const set = skeleton.sets[Number(name.slice(3))];
      return set === undefined ? '' : setText(set, part, shown);
    });
  const longestMs = tracks.reduce((most, track) => Math.max(most, track.longestMs), 0);
  return {
    text: textOf(tracks),
    longestMs,
    growing: part.isClosed
      ? undefined
      : once(() => growingPeriod({ part, span, skeleton, rewrite: options.rewrite, textOf })),
  };
}

/** A part of a source period; undefined while it cannot be published. Rendered once for all sessions. */
export function contentPeriod(
  part: ContentPart,
  headMs: number,
  options: ContentOptions,
): WrittenPeriod | undefined {
  const text = sharedText(part.period, options);
  const head = headMs <= part.startMs ? '' : Math.round(headMs);
  const key = `${part.id}|${part.startMs}|${part.untilMs}|${part.isClosed}|${part.isReturn}|${head}`;
  if (text.texts.has(key)) return text.texts.get(key);
  const written = write(part, headMs, text, options);
  if (text.texts.size >= MAX_TEXTS) text.texts.clear();
  text.texts.set(key, written);
  return written;
}
