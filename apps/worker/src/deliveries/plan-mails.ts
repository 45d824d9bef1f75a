/** Which notifications go into which mail: up to five a minute singly; more are gathered into one. Pure. */

/** Mails to one person within a minute before they are gathered. */
export const mailsPerMinute = 5;
const minuteMs = 60_000;

export interface MailGroups<Item> {
  readonly single: readonly Item[];
  /** One mail; empty = none. */
  readonly digest: readonly Item[];
  /** When those that are in neither are looked at again, epoch ms. */
  readonly othersAtMs: number | undefined;
}

/**
 * @param waiting oldest first
 * @param made mails of the last minute, oldest first: when, and how many notifications each held
 */
export function planMails<Item>(
  waiting: readonly Item[],
  made: readonly { readonly atMs: number; readonly deliveries: number }[],
  nowMs: number,
): MailGroups<Item> {
  const lately = made.filter(({ atMs }) => atMs > nowMs - minuteMs);
  const newest = lately.at(-1);
  // While notifications keep coming, one digest a minute is sent: after a digest none is sent on its own.
  const isGathering = lately.some(({ deliveries }) => deliveries > 1);
  if (!isGathering && lately.length + waiting.length <= mailsPerMinute) {
    return { single: waiting, digest: [], othersAtMs: undefined };
  }
  if (newest === undefined) return { single: [], digest: waiting, othersAtMs: undefined };
  return { single: [], digest: [], othersAtMs: newest.atMs + minuteMs };
}
