// Programme and tracks of a generation of an HLS channel, and its counts when the next one takes over.
import type { PlaylistItem } from '@interlude/contract';
import type { SourceRendition } from '../source/source-renditions.ts';
import { CycleTrack } from './cycle-track.ts';
import { type FittedItem, fitItem, linearRenditions } from './fit-item.ts';
import type { Counted, Generation } from './generation.ts';
import type { HlsItem, LinearTrack } from './hls-item.ts';
import { type Cycle, type CyclePart, layOutCycle } from './lay-out-cycle.ts';
import { LINEAR_LIMITS, US_PER_SECOND } from './linear-limits.ts';
import type { HlsGeneration } from './write-linear-playlist.ts';

/** An item as it was read, or why it could not be. */
export interface LinearEntry<T> {
  readonly settings: Pick<PlaylistItem, 'url' | 'cuePoints' | 'spliceType' | 'duration'>;
  readonly read:
    | { readonly kind: 'item'; readonly item: T }
    | { readonly kind: 'unusable'; readonly reason: string };
}

export interface LinearWarning {
  /** Index of the item; -1 for the filler. */
  readonly index: number;
  readonly reason: string;
}

/** The programme of a saved playlist in one protocol. */
export interface LinearProgramme {
  readonly cycle: Cycle;
  /** Least EXT-X-TARGETDURATION of its segments, seconds. */
  readonly targetDuration: number;
  /** Boundaries at which a content can be cut (-1 = filler), microseconds. */
  readonly boundariesOf: (content: number) => readonly number[];
}

export interface HlsProgramme extends LinearProgramme {
  readonly first: HlsItem;
  readonly renditions: readonly SourceRendition[];
  readonly independentSegments: boolean;
  readonly trackOf: (renditionId: string) => (part: CyclePart) => LinearTrack | undefined;
}

interface Kept {
  readonly fitted: FittedItem;
  readonly settings: LinearEntry<unknown>['settings'];
}

const FILLER_INDEX = -1;

function fittedFiller(
  first: HlsItem,
  filler: LinearEntry<HlsItem>['read'] | undefined,
  warnings: LinearWarning[],
): FittedItem | undefined {
  if (filler === undefined) return undefined;
  const fitted = filler.kind === 'item' ? fitItem(first, filler.item) : filler;
  if (fitted.kind === 'item') return fitted.item;
  warnings.push({ index: FILLER_INDEX, reason: fitted.reason });
  return undefined;
}

const boundariesOf = ({ item }: FittedItem) => item.tracks[0]?.boundariesUs ?? [0];

/** Least EXT-X-TARGETDURATION, seconds: EXTINF rounded to whole seconds may not exceed it (RFC 8216 4.3.3.1). */
function targetDurationOf(all: readonly FittedItem[]): number {
  const longest = all.flatMap(({ tracks }) => [...tracks.values()].map((one) => one.longestUs));
  return Math.max(1, ...longest.map((us) => Math.round(us / US_PER_SECOND)));
}

/**
 * Reads a playlist's items as one programme. The first usable item gives the
 * ladder; items that do not fit are left out.
 * @returns the programme, undefined when no item is left, and a warning with the index of each item that is left out
 * @see RFC 8216 §6.2.4; ADR 0023
 */
export function hlsProgramme(
  entries: readonly LinearEntry<HlsItem>[],
  filler: LinearEntry<HlsItem>['read'] | undefined,
): { readonly programme?: HlsProgramme; readonly warnings: readonly LinearWarning[] } {
  const warnings: LinearWarning[] = [];
  const kept: Kept[] = [];
  let first: HlsItem | undefined;
  for (const [index, { settings, read }] of entries.entries()) {
    if (read.kind === 'item') first ??= read.item;
    const fitted = read.kind === 'item' ? fitItem(first ?? read.item, read.item) : read;
    if (fitted.kind === 'item') kept.push({ fitted: fitted.item, settings });
    else warnings.push({ index, reason: fitted.reason });
  }
  if (first === undefined) return { warnings };
  const fill = fittedFiller(first, filler, warnings);
  const cycle = layOutCycle(
    kept.map(({ fitted, settings }) => ({ settings, boundariesUs: boundariesOf(fitted) })),
    fill === undefined ? [] : boundariesOf(fill),
  );
  if (cycle.lengthUs < LINEAR_LIMITS.minCycleUs) return { warnings };
  const all = [...kept.map(({ fitted }) => fitted), ...(fill ? [fill] : [])];
  const renditions = linearRenditions(first).filter(({ renditionId }) =>
    all.every(({ tracks }) => tracks.has(renditionId)),
  );
  const fittedOf = (content: number) => (content < 0 ? fill : kept[content]?.fitted);
  const programme = {
    first,
    renditions,
    cycle,
    targetDuration: targetDurationOf(all),
    independentSegments: all.every(({ item }) => item.independentSegments),
    boundariesOf: (content: number) => {
      const fitted = fittedOf(content);
      return fitted ? boundariesOf(fitted) : [0];
    },
    trackOf: (renditionId: string) => (part: CyclePart) =>
      fittedOf(part.content)?.tracks.get(renditionId),
  };
  return { programme, warnings };
}

/**
 * The renditions of a generation, ready to be listed.
 * @see RFC 8216 §6.2.2; ADR 0023
 */
export function hlsGeneration(generation: Generation<HlsProgramme>): Generation<HlsGeneration> {
  const { renditions, trackOf, independentSegments } = generation.content;
  const tracks = new Map(
    renditions.map(({ renditionId }) => [
      renditionId,
      new CycleTrack(generation, renditionId, trackOf(renditionId)),
    ]),
  );
  return { ...generation, content: { tracks, independentSegments } };
}

/**
 * Counts of a generation in each rendition when it ends, for the one that takes over.
 * @param atUs epoch microseconds
 * @see RFC 8216 §4.3.3.2, §4.3.3.3; rules H1, H2
 */
export function countedHls(generation: Generation<HlsProgramme>, atUs: number): Counted {
  const counts = [...hlsGeneration(generation).content.tracks].map(
    ([renditionId, track]) => [renditionId, track.countedAt(atUs)] as const,
  );
  const numbers = counts.map(([renditionId, { number }]) => [renditionId, number] as const);
  const earliest = counts.flatMap(([renditionId, { earliestUs }]) =>
    earliestUs === undefined ? [] : [[renditionId, earliestUs] as const],
  );
  return {
    numbers: { ...generation.takeover.numbers, ...Object.fromEntries(numbers) },
    earliestUs: { ...generation.takeover.earliestUs, ...Object.fromEntries(earliest) },
    discontinuities: Math.max(0, ...counts.map(([, { discontinuities }]) => discontinuities)),
  };
}
