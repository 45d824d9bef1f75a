/** One reading of a manifest, and what the lanes of the timeline make of it. */
import type { MonitoringLane, MonitoringSegment } from '@interlude/contract';

export interface LaneReading {
  readonly lane: MonitoringLane;
  /** Address that answered: relative addresses are resolved against it. */
  readonly url: string;
  readonly text: string;
  /** Epoch ms when the manifest was complete. */
  readonly loadedAtMs: number;
  /** Of the manifest as it is kept; empty = it is not. */
  readonly manifestKey: string;
}

/** An ad of an output as the plan of its session names it. */
export interface KnownPlacement {
  /** Clip id or title of the creative. */
  readonly creative: string;
}

/** What an address in an output is. */
export interface AdNames {
  /** The placement of an ad segment; undefined = content. */
  readonly placementOf: (uri: string) => string | undefined;
  /** Undefined = not known, or slate. */
  readonly placement: (id: string) => KnownPlacement | undefined;
  /** Whether the plan of this time is known, so that a placement without an ad is slate. */
  readonly isPlanKnown: boolean;
}

/** A source has no ads of ours. */
export const noAds: AdNames = {
  placementOf: () => undefined,
  placement: () => undefined,
  isPlanKnown: false,
};

/** `ad/{break}.{index}/…` in the addresses of an output. */
const placementPath = /(?:^|\/)ad\/([^/?#]{1,200})\//;

/**
 * The placement that an address of an output of ours belongs to: `{break}.{index}`.
 * @returns undefined for content
 * @see docs/manual/8-addresses.md
 */
export function placementOf(uri: string): string | undefined {
  const id = placementPath.exec(uri)?.[1];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The break of a placement `{break}.{index}`. */
export function breakOf(placement: string): string {
  const dot = placement.lastIndexOf('.');
  return dot > 0 ? placement.slice(0, dot) : placement;
}

/** Kind and colour of an entry. */
export function adOf(names: AdNames, uri: string): Pick<MonitoringSegment, 'kind' | 'ad'> {
  const placement = names.placementOf(uri);
  if (placement === undefined) return { kind: 'content', ad: '' };
  const known = names.placement(placement);
  if (known !== undefined) return { kind: 'ad', ad: known.creative };
  return names.isPlanKnown ? { kind: 'slate', ad: 'slate' } : { kind: 'ad', ad: placement };
}

/** The fields that an entry has unless it says otherwise. */
export const plainEntry = {
  ...{ origUri: '', presentationTime: null, cueOut: '', cueOutCont: '', cueIn: '', ad: '' },
  ...{ discontinuity: false, number: null, eventId: '', periodId: '' },
} as const;
