// Rules about beacons: what a recorder received of one session (B3, B4).
import { AUDIT_RULES } from '../rules.ts';

/** One beacon as the tracker got it. */
export interface ReceivedBeacon {
  /** One ad at one place of one break of one session. */
  readonly placementId: string;
  /** VAST event name. */
  readonly event: string;
  /** The tracker that it was sent to; an event may have several. */
  readonly tracker: string;
  readonly atMs: number;
}

export interface BeaconFinding {
  readonly rule: 'B3' | 'B4';
  readonly title: string;
  readonly placementId: string;
  readonly detail: string;
}

export interface BeaconAuditOptions {
  /** ms; beacons of one request are sent side by side and arrive in any order within this. */
  readonly sideBySideMs?: number;
}

const order = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

function finding(rule: BeaconFinding['rule'], placementId: string, detail: string): BeaconFinding {
  return { rule, title: AUDIT_RULES[rule], placementId, detail };
}

function firstTimes(beacons: readonly ReceivedBeacon[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { event, atMs } of beacons)
    times.set(event, Math.min(atMs, times.get(event) ?? Number.POSITIVE_INFINITY));
  return times;
}

function checkOrder(
  placementId: string,
  beacons: readonly ReceivedBeacon[],
  sideBySideMs: number,
): BeaconFinding[] {
  const times = firstTimes(beacons);
  const findings: BeaconFinding[] = [];
  const impressionMs = times.get('impression');
  let before: { event: string; atMs: number } | undefined;
  for (const event of order) {
    const atMs = times.get(event);
    if (atMs === undefined) continue;
    if (impressionMs === undefined)
      findings.push(finding('B3', placementId, `${event} without an impression`));
    if (before !== undefined && atMs < before.atMs - sideBySideMs)
      findings.push(
        finding('B3', placementId, `${event} came ${before.atMs - atMs} ms before ${before.event}`),
      );
    before = { event, atMs };
  }
  return findings;
}

function checkOnce(placementId: string, beacons: readonly ReceivedBeacon[]): BeaconFinding[] {
  const counts = new Map<string, number>();
  for (const { event, tracker } of beacons) {
    const key = `${event} at ${tracker}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => finding('B4', placementId, `${key} came ${count} times`));
}

/**
 * Judges the beacons received from one or more sessions; the order of the list does not matter.
 * @param options `sideBySideMs`: beacons that arrive within so many ms may be in any order
 * @returns breaches of the rules B3 and B4
 * @see VAST 4.3 §3.14
 */
export function auditBeacons(
  beacons: readonly ReceivedBeacon[],
  { sideBySideMs = 2_000 }: BeaconAuditOptions = {},
): readonly BeaconFinding[] {
  const byPlacement = Map.groupBy(beacons, ({ placementId }) => placementId);
  return [...byPlacement].flatMap(([placementId, own]) => [
    ...checkOnce(placementId, own),
    ...checkOrder(placementId, own, sideBySideMs),
  ]);
}
