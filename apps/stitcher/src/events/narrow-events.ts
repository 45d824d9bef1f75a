/** Which events of a batch are at fault that the database refuses. */
import type { StitcherEvent } from '@interlude/reporting';

/** Trials for one batch: enough for four faults in 20,000 events; what is not distinguished then is at fault together. */
const maxTrials = 64;

/** Everything of an event that stands in a key: events of one group are at fault together. */
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
  // Neighbours are of one tenant and channel, so that faults of one ad server lie together.
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/**
 * Narrows a refused batch by halves.
 * @param events of a batch that is refused
 * @param fits whether the database would take these; its rejection is passed on
 * @returns the events at fault; never none
 */
export async function findRefused(
  events: readonly StitcherEvent[],
  fits: (part: readonly StitcherEvent[]) => Promise<boolean>,
): Promise<ReadonlySet<StitcherEvent>> {
  const refused = new Set<StitcherEvent>();
  let trials = 0;
  /** Without a trial left none are fine. */
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
