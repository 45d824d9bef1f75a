/** Judges the delivery of manifests and ad segments: readable, in time, near the time of day (T6 to T12). */
import type { FindingOwner, MonitoringLane } from '@interlude/contract';
import { type Found, foundBy } from '../findings/found.ts';

/** Outcome of one request for a manifest. */
export interface Delivery {
  readonly lane: MonitoringLane;
  readonly rendition: string;
  /** `origin.example:8080` */
  readonly host: string;
  readonly tookMs: number;
  /** Why it could not be read, a sentence; undefined = it was read. */
  readonly failure: string | undefined;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Reload interval of the manifest, ms. */
  readonly reloadMs: number;
  /** Of the output: the stitcher answers as it should without the cache, so that the cache is at fault. */
  readonly isCacheAtFault?: boolean | undefined;
  /** Of the output: cause by which the source cannot be read now; a failure of the output inherits it. */
  readonly sourceCause?: string | undefined;
}

/** An answer within this time is never slow, ms. */
const leastSlowMs = 1_000;

function ownerOf({ lane, isCacheAtFault, failure, sourceCause }: Delivery): FindingOwner {
  if (lane === 'source') return 'source';
  if (isCacheAtFault === true) return 'cdn';
  return failure !== undefined && sourceCause !== undefined ? 'source' : 'platform';
}

/**
 * Judges one request for a manifest: T6 and T9 when it failed, T7 and T11 when it was slow.
 * @see RFC 8216 §6.3.4
 */
export function checkDelivery(delivery: Delivery): Found[] {
  const { lane, rendition, host, tookMs, failure, nowMs, reloadMs, sourceCause } = delivery;
  const owner = ownerOf(delivery);
  const inherited = lane === 'output' && owner === 'source' ? sourceCause : undefined;
  const cause = inherited ?? `${owner} ${host}`;
  const about = { lane, rendition, owner, atMs: nowMs, cause };
  if (failure !== undefined)
    return [foundBy(lane === 'source' ? 'T6' : 'T9', { ...about, detail: failure })];
  if (!isSlow(tookMs, reloadMs)) return [];
  const detail = `${host} took ${Math.round(tookMs)} ms; it is reloaded every ${Math.round(reloadMs)} ms`;
  return [foundBy(lane === 'source' ? 'T7' : 'T11', { ...about, detail })];
}

/** Whether a manifest took longer than half of its reload interval, and than 1 s (T7, T11). */
export const isSlow = (tookMs: number, reloadMs: number): boolean =>
  tookMs > Math.max(leastSlowMs, reloadMs / 2);

/** End of the newest segment of a lane. */
export interface LaneEdge {
  /** Epoch ms on the source clock; NaN = nothing is listed. */
  readonly endMs: number;
  readonly targetDurationMs: number;
  /** By EXT-X-PROGRAM-DATE-TIME or the clock of an MPD, not by the monitor. */
  readonly isDated: boolean;
  /** Epoch ms. */
  readonly nowMs: number;
  readonly host: string;
  readonly rendition: string;
}

const clockLimits = {
  /** A segment is published when it is complete: one that ends later than now has a wrong date. */
  aheadMs: 5_000,
  /** Latency of encoders, packagers and caches. */
  behindMs: 120_000,
} as const;

/**
 * Compares the dates of a source with the time of day (T8). A source without dates is not judged.
 * @see RFC 8216 §4.3.2.6
 */
export function checkClock(edge: LaneEdge): Found[] {
  const { endMs, isDated, nowMs, host, rendition, targetDurationMs } = edge;
  const aheadMs = endMs - nowMs;
  if (!isDated || Number.isNaN(aheadMs)) return [];
  const isAhead = aheadMs > clockLimits.aheadMs + targetDurationMs;
  if (!isAhead && -aheadMs <= clockLimits.behindMs) return [];
  const seconds = `${Math.abs(aheadMs / 1000).toFixed(0)} s`;
  const detail = isAhead
    ? `the newest segment ends ${seconds} in the future`
    : `the newest segment ended ${seconds} ago`;
  return [
    foundBy('T8', {
      ...{ lane: 'source', detail, atMs: nowMs, rendition, cause: `source ${host}` },
    }),
  ];
}

/**
 * Judges how far the output is behind the source (T10); a source that stands still is another finding.
 * @param behindMs ms that the output is behind on purpose: the live delay of the channel
 */
export function checkLag(
  source: LaneEdge,
  output: LaneEdge & { readonly isCacheAtFault?: boolean },
  behindMs: number,
): Found[] {
  const lagMs = source.endMs - output.endMs - behindMs;
  const allowedMs = Math.max(20_000, 4 * source.targetDurationMs);
  if (!(lagMs > allowedMs)) return [];
  const owner = output.isCacheAtFault === true ? 'cdn' : 'platform';
  return [
    foundBy('T10', {
      ...{ lane: 'output', atMs: output.endMs, rendition: output.rendition, owner },
      cause: `${owner} ${output.host}`,
      detail: `the output ends ${Math.round(lagMs / 1000)} s before the source`,
    }),
  ];
}

/** Whether the source has no newer segment for the output: then an output that stands still only follows it. */
export function isSourceBehind(
  source: Pick<LaneEdge, 'endMs' | 'targetDurationMs'>,
  output: Pick<LaneEdge, 'endMs'>,
  behindMs: number,
): boolean {
  return source.endMs - output.endMs - behindMs < source.targetDurationMs;
}

/** Outcome of one request for a segment of an ad. */
export interface AdDelivery {
  readonly placement: string;
  readonly breakId: string;
  /** Host that served the segment, after redirects. */
  readonly host: string;
  /** Host of the output, at its public address. */
  readonly outputHost: string;
  readonly tookMs: number;
  /** Of the segment, ms. */
  readonly durationMs: number;
  readonly failure: string | undefined;
  /** Start of the segment, epoch ms on the source clock. */
  readonly atMs: number;
  /** The stitchers serve in time what fails or is slow at the public address. */
  readonly isCacheAtFault?: boolean | undefined;
}

/** Whether a segment of an ad took longer than it plays, and than 1 s (T12). */
export const isSlowAd = (tookMs: number, durationMs: number): boolean =>
  tookMs > Math.max(leastSlowMs, durationMs);

/**
 * Judges one request for a segment of an ad (T12). Media that another host served have the owner `creative`.
 * @see RFC 8216 §6.3.3
 */
export function checkAdDelivery(delivery: AdDelivery): Found[] {
  const { host, outputHost, tookMs, durationMs, failure, atMs, breakId, placement } = delivery;
  if (failure === undefined && !isSlowAd(tookMs, durationMs)) return [];
  const ours = delivery.isCacheAtFault === true ? 'cdn' : 'platform';
  const owner = host === outputHost ? ours : 'creative';
  const what = failure ?? `${host} took ${Math.round(tookMs)} ms for ${Math.round(durationMs)} ms`;
  const detail = `a segment of placement ${placement}: ${what}`;
  return [
    foundBy('T12', {
      ...{ lane: 'output', detail, atMs, breakId, owner, cause: `${owner} ${host}` },
      severity: failure === undefined ? 'warning' : 'error',
    }),
  ];
}
