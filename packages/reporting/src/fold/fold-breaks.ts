/** Folds the sums of breaks, by tenant, channel and break. */
import { AddedSums } from '../break-records/add-sums.ts';
import type { BreakSums } from '../break-records/break-sums.ts';
import type { StitcherEvent } from '../events/event.ts';
import { type KeyText, keyTextOf } from '../events/key-text.ts';
import type { BreakRow } from './batch.ts';

/** A source may date its breaks wrong: one that starts further from its event gets the event's time, ms. */
const maxDistanceMs = 7 * 86_400_000;

function dated(sums: BreakSums, atMs: number): BreakSums {
  const { startedAtMs } = sums;
  const isNear = Math.abs(startedAtMs - atMs) <= maxDistanceMs;
  return isNear ? sums : { ...sums, startedAtMs: atMs };
}

interface Key {
  readonly tenant: KeyText;
  readonly channel: KeyText;
  readonly breakId: KeyText;
}

export class FoldingBreaks {
  readonly #breaks = new Map<string, Key & { readonly added: AddedSums }>();

  add({ tenant, channel, breakId = '', sums }: StitcherEvent, atMs: number): void {
    if (sums === undefined) {
      return;
    }
    const own = dated(sums, atMs);
    const key = {
      tenant: keyTextOf(tenant),
      channel: keyTextOf(channel),
      breakId: keyTextOf(breakId),
    };
    const name = [key.tenant, key.channel, key.breakId].join('\u0000');
    let known = this.#breaks.get(name);
    if (!known) {
      known = { ...key, added: new AddedSums(own.startedAtMs) };
      this.#breaks.set(name, known);
    }
    known.added.add(own);
  }

  /** Sorted by key, so that concurrent writers take row locks in the same order. */
  rows(): BreakRow[] {
    return [...this.#breaks]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { added, ...key }]) => ({ ...key, sums: added.sums }));
  }
}
