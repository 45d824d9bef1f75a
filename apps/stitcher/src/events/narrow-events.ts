/** Finds the events of a batch for which the database refuses it. */
import type { StitcherEvent } from '@interlude/reporting';

/**
 * Trials for one batch: enough for four faults in 20,000 events; groups that are not narrowed by then are at fault
 * together.
 */
const maxTrials = 64;

/** All fields of an event that are part of a key: events with equal ones are at fault together. */
const groupOf = ({ tenant, channel, campaign, creative, asset, ...event }: StitcherEvent) => {
  const { errorCode, reason, country, device, breakId, sums } = event;
  return JSON.stringify([
    tenant,
    channel,
    campaign,
    creative,
    asset,
    errorCode,
    reason,
    country,
    device,
    ...(sums === undefined ? [] : [breakId]),
  ]);
};

function groupsOf(events: readonly StitcherEvent[]): StitcherEvent[][] {
  const groups = new Map<string, StitcherEvent[]>();
  for (const event of events) {
    const name = groupOf(event);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(event);
  }
  // Sorted, so that neighbours are of one tenant and channel, and faults of one ad server are in one half.
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/**
 * Narrows a refused batch by halves.
 * @param events of a batch that is refused
 * @param fits resolves with whether the database would take these; its rejection is passed on
 * @returns the events at fault; never none
 */
export async function findRefused(
  events: readonly StitcherEvent[],
  fits: (part: readonly StitcherEvent[]) => Promise<boolean>,
): Promise<ReadonlySet<StitcherEvent>> {
  const refused = new Set<StitcherEvent>();
  let trials = 0;
  /** True when the database would take these groups; false without a trial left. */
  const areFine = async (groups: readonly StitcherEvent[][]) => {
    trials += 1;
    return trials <= maxTrials && (await fits(groups.flat()));
  };
  async function narrow(groups: readonly StitcherEvent[][]): Promise<void> {
    if (groups.length <= 1 || trials >= maxTrials) {
      for (const event of groups.flat()) {
        refused.add(event);
      }
      return;
    }
    const middle = groups.length >> 1;
    const [left, right] = [groups.slice(0, middle), groups.slice(middle)];
    const isLeftFine = await areFine(left);
    if (!isLeftFine) {
      await narrow(left);
    }
    // Where the left half is fine the fault is in the right one.
    if (isLeftFine || !(await areFine(right))) {
      await narrow(right);
    }
  }
  await narrow(groupsOf(events));
  return refused;
}
