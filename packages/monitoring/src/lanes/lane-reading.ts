/** One reading of a manifest, and the fields that entries of both protocols share. */
import type { MonitoringLane, MonitoringSegment } from '@interlude/contract';

export interface LaneReading {
  readonly lane: MonitoringLane;
  /** Address that answered: relative addresses are resolved against it. */
  readonly url: string;
  readonly text: string;
  /** Epoch ms when the manifest was complete. */
  readonly loadedAtMs: number;
  /** Key of the stored manifest; empty = it is not stored. */
  readonly manifestKey: string;
}

/** An ad of an output as the plan of its session names it. */
export interface KnownPlacement {
  /** Clip id or title of the creative. */
  readonly creative: string;
}

/** Tells ads, slate and content of an output apart by address. */
export interface AdNames {
  /** The placement of an ad segment; undefined = content. */
  readonly placementOf: (uri: string) => string | undefined;
  /** The ad of a placement; undefined = not known, or slate. */
  readonly placement: (id: string) => KnownPlacement | undefined;
  /** The splice plan for this time is known: a placement that it does not name is slate. */
  readonly isPlanKnown: boolean;
}

/** For a source: every segment is content. */
export const noAds: AdNames = {
  placementOf: () => undefined,
  placement: () => undefined,
  isPlanKnown: false,
};

/** `ad/{break}.{index}/…` in the addresses of an output. */
const placementPath = /(?:^|\/)ad\/([^/?#]{1,200})\//;

/**
 * The placement that an address of a stitcher's output belongs to: `{break}.{index}`.
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

/** Kind of an entry, and the ad by which the timeline colours it. */
export function adOf(names: AdNames, uri: string): Pick<MonitoringSegment, 'kind' | 'ad'> {
  const placement = names.placementOf(uri);
  if (placement === undefined) return { kind: 'content', ad: '' };
  const known = names.placement(placement);
  if (known !== undefined) return { kind: 'ad', ad: known.creative };
  return names.isPlanKnown ? { kind: 'slate', ad: 'slate' } : { kind: 'ad', ad: placement };
}

/** Defaults of the fields of an entry. */
export const plainEntry = {
  ...{ origUri: '', presentationTime: null, cueOut: '', cueOutCont: '', cueIn: '', ad: '' },
  ...{ discontinuity: false, number: null, eventId: '', periodId: '' },
} as const;
