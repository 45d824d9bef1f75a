/**
 * The newest decision of a viewer of each channel: the monitor takes it, so that it sees what viewers get and the ad
 * server is not asked once more (ADR 0036).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { AdDecision } from './decide-ads.ts';

interface NewestDecision {
  readonly ads: Promise<AdDecision | undefined>;
}
type Of = Pick<ChannelEntry, 'id' | 'revision'>;

/** Sessions of a channel are offered a break one after the other, the monitor often first: it gives viewers this, ms. */
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

  /** Undefined when no viewer has been offered this break. */
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
