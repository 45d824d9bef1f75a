/**
 * Refusals of sources beyond a budget, which operators see: the last one of each channel is stored until the source is
 * read, of an asset for a day (SEC-S55). Of changes of one channel that come faster than they are stored, the last one
 * is stored.
 */
import type { DomainError } from '@interlude/contract/errors';
import type { RefusedSource, SourceRefusalStore } from '@interlude/persistence';
import { type Clock, type Logger, namedTooLarge } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';

const assetShownMs = 24 * 3_600_000;
/** Channels whose change is not stored yet; while the database is away, no more are kept. */
const waitingChannels = 10_000;

export type RefusalStore = Pick<SourceRefusalStore, 'refuse' | 'clear'>;
type Owner = Pick<ChannelEntry, 'id' | 'tenantId'>;

/** The address without user info, query and fragment, which may be secret. */
function shownAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, 2_000);
}

export class SourceRefusals {
  readonly #store: RefusalStore | undefined;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, () => Promise<void>>();
  #writing: Promise<void> | undefined;
  #isLost = false;

  constructor(store: RefusalStore | undefined, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Stores the refusal of the live source of a channel. */
  source(channel: Owner, url: string, error: DomainError): void {
    this.#refuse(channel, url, error, undefined);
  }

  /** Stores the refusal of an asset that viewers of a channel request, for a day. */
  asset(channel: Owner, url: string, error: DomainError): void {
    this.#refuse(channel, url, error, this.#clock.now() + assetShownMs);
  }

  /** Removes the refusal of a channel whose live source is read. */
  cleared({ id, tenantId }: Owner): void {
    const store = this.#store;
    this.#change(id, store && (() => store.clear(tenantId, id)));
  }

  #refuse({ id, tenantId }: Owner, url: string, error: DomainError, expiresMs?: number): void {
    const store = this.#store;
    const refused: RefusedSource = {
      ...{ tenantId, channelId: id, expiresMs },
      address: shownAddress(url),
      message: namedTooLarge(error).message,
      sinceMs: this.#clock.now(),
    };
    this.#change(id, store && (() => store.refuse(refused)));
  }

  #change(channelId: string, write: (() => Promise<void>) | undefined): void {
    const isFull = this.#waiting.size >= waitingChannels && !this.#waiting.has(channelId);
    if (!write || isFull) return;
    this.#waiting.set(channelId, write);
    void this.flush();
  }

  /** Stores the changes that wait; those that the database does not take wait for the next call. Never rejects. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [channelId, write] = next;
      try {
        await write();
        this.#isLost = false;
      } catch (error) {
        if (!this.#isLost) {
          this.#logger.error(
            { error },
            'refused sources cannot be stored: operators do not see them',
          );
        }
        this.#isLost = true;
        return;
      }
      if (this.#waiting.get(channelId) === write) this.#waiting.delete(channelId);
    }
  }
}
