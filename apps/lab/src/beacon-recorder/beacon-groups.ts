/** Beacons as a person reads them: session > break > ad > event, newest session and break first. */
import type { Beacon } from './beacon-ring.ts';

export interface AdGroup {
  readonly ad: string;
  readonly position: string;
  readonly events: readonly { readonly event: string; readonly beacons: readonly Beacon[] }[];
}
export interface BreakGroup {
  readonly breakId: string;
  readonly ads: readonly AdGroup[];
}
export interface SessionGroup {
  readonly session: string;
  readonly lastEpochMs: number;
  readonly count: number;
  readonly duplicates: number;
  readonly breaks: readonly BreakGroup[];
}

export function groupBeacons(beacons: readonly Beacon[]): SessionGroup[] {
  return [...groupBy(beacons, (beacon) => beacon.session)]
    .map(([session, ofSession]) => ({
      session,
      lastEpochMs: ofSession.at(-1)?.atEpochMs ?? 0,
      count: ofSession.length,
      duplicates: ofSession.filter((beacon) => beacon.isDuplicate).length,
      breaks: [...groupBy(ofSession, (beacon) => beacon.breakId)]
        .map(([breakId, ofBreak]) => ({ breakId, ads: adGroups(ofBreak) }))
        .reverse(),
    }))
    .sort((a, b) => b.lastEpochMs - a.lastEpochMs);
}

function adGroups(beacons: readonly Beacon[]): AdGroup[] {
  const byAd = groupBy(beacons, (beacon) => JSON.stringify([beacon.position, beacon.ad]));
  return [...byAd.values()].map((ofAd) => ({
    ad: ofAd[0]?.ad ?? '',
    position: ofAd[0]?.position ?? '',
    events: [...groupBy(ofAd, (beacon) => beacon.event)].map(([event, ofEvent]) => ({
      event,
      beacons: ofEvent,
    })),
  }));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
