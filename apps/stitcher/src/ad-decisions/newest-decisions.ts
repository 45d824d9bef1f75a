/**
 * The newest ad decision made for a viewer of each channel. The monitor's session takes it, so that it plays what
 * viewers get without an ad request of its own (ADR 0036).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { AdDecision } from './decide-ads.ts';

interface NewestDecision {
  readonly ads: Promise<AdDecision | undefined>;
}
type Of = Pick<ChannelEntry, 'id' | 'revision'>;

/**
 * How long the monitor waits for a viewer's decision, ms: sessions of a channel are offered a break one after the
 * other, the monitor's often first.
 */
const waitMs = 300;
const maxChannels = 10_000;

export class NewestDecisions {
  readonly #byChannel = new Map<string, NewestDecision & { readonly key: string }>();

  keep({ id, revision }: Of, breakId: string, ads: NewestDecision['ads']): void {
    this.#byChannel.delete(id);
    this.#byChannel.set(id, { key: `${revision} ${breakId}`, ads });
    const [oldest] = this.#byChannel.keys();
    if (this.#byChannel.size > maxChannels && oldest !== undefined) {
      this.#byChannel.delete(oldest);
    }
  }

  /** The newest decision for this break; undefined when no viewer was offered it, not even within `waitMs`. */
  async find({ id, revision }: Of, breakId: string): Promise<NewestDecision | undefined> {
    const known = () => {
      const newest = this.#byChannel.get(id);
      return newest?.key === `${revision} ${breakId}` ? newest : undefined;
    };
    if (known() === undefined) {
      await sleep(waitMs);
    }
    return known();
  }
}
