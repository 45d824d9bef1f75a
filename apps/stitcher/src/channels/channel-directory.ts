/**
 * The enabled channels in memory: the hot path reads only this. A change reads the one channel that it names; all are
 * read at the start, after a lost connection and every 30 s, should a notification have been missed. Without a
 * database the last snapshot stays.
 */
import type { Clock } from '@interlude/runtime';
import type { ChangedChannel, ChannelEntry, ChannelRepository } from './channel-entry.ts';

const rereadAfterMs = 30_000;
const retryAfterMs = 2_000;
/** Above this many changes at a time, one query for all channels costs less. */
const maxSingleReads = 20;

const usesCookie = ({ settings }: ChannelEntry) =>
  (settings.authentication.hmac?.cookieDomain ?? '') !== '';

export interface DirectoryReport {
  /** Called on the first of consecutive failures. */
  lost(error: unknown): void;
  recovered(): void;
}

export type ChannelChange =
  | { readonly kind: 'updated'; readonly channel: ChannelEntry; readonly before: ChannelEntry }
  | { readonly kind: 'reset'; readonly channel: ChannelEntry }
  | { readonly kind: 'removed'; readonly channel: ChannelEntry };

export interface ChannelDirectoryOptions {
  readonly repository: ChannelRepository;
  readonly clock: Clock;
  readonly report: DirectoryReport;
  readonly onChange: (change: ChannelChange) => void;
}

export class ChannelDirectory {
  readonly #options: ChannelDirectoryOptions;
  #channels = new Map<string, ChannelEntry>();
  #usesCookies = false;
  #readAtMs: number | undefined;
  #failing = false;
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #isAllDue = false;
  /** Channels that have changed, by id. */
  readonly #due = new Map<string, ChangedChannel>();
  #stopped = false;

  constructor(options: ChannelDirectoryOptions) {
    this.#options = options;
  }

  find(channelId: string): ChannelEntry | undefined {
    return this.#channels.get(channelId);
  }

  /** Whether any channel keeps its tokens in a cookie. */
  get usesCookies(): boolean {
    return this.#usesCookies;
  }

  get size(): number {
    return this.#channels.size;
  }

  /** A sentence when the snapshot is missing or may be old; undefined when it is good. */
  get problem(): string | undefined {
    if (!this.#failing) {
      return this.#readAtMs === undefined ? 'the channels have not been read yet' : undefined;
    }
    if (this.#readAtMs === undefined) {
      return 'the database cannot be reached and no channels were read yet';
    }
    const seconds = Math.round((this.#options.clock.now() - this.#readAtMs) / 1000);
    return `the database cannot be reached; channels as of ${seconds} s ago are served`;
  }

  /** Whether viewers can be served: a snapshot is there, old or not. */
  get hasSnapshot(): boolean {
    return this.#readAtMs !== undefined;
  }

  /** Listens before the first reading, so that no change in between is missed. */
  async start(): Promise<void> {
    await this.#watch();
    await this.refresh();
  }

  async #watch(): Promise<void> {
    if (this.#unwatch || this.#stopped) {
      return;
    }
    try {
      this.#unwatch = await this.#options.repository.watch((changed) => this.#note(changed));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads all channels; calls during a reading make one more follow. Never rejects. */
  refresh(): Promise<void> {
    this.#isAllDue = true;
    return this.#wake();
  }

  #note(changed: ChangedChannel | undefined): void {
    if (!changed || this.#due.size >= maxSingleReads) {
      void this.refresh();
      return;
    }
    this.#due.set(changed.id, changed);
    void this.#wake();
  }

  #wake(): Promise<void> {
    this.#reading ??= this.#work();
    return this.#reading;
  }

  /** One reading at a time, so that none overwrites a newer one. */
  async #work(): Promise<void> {
    while (!this.#stopped) {
      const [changed] = this.#due.values();
      if (this.#isAllDue) {
        this.#isAllDue = false;
        this.#due.clear();
        await this.#readAll();
      } else if (changed) {
        this.#due.delete(changed.id);
        await this.#readOne(changed);
      } else {
        break;
      }
    }
    this.#reading = undefined;
  }

  async #readAll(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const entries = await this.#options.repository.listEnabled();
      this.#replace(new Map(entries.map((entry) => [entry.id, entry])));
      this.#readAtMs = this.#options.clock.now();
      if (this.#failing) {
        this.#failing = false;
        this.#options.report.recovered();
        void this.#watch();
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!this.#stopped) {
      const delayMs = this.#failing ? retryAfterMs : rereadAfterMs;
      this.#timer = setTimeout(() => void this.refresh(), delayMs);
    }
  }

  async #readOne(changed: ChangedChannel): Promise<void> {
    const { id, tenantId } = changed;
    const known = this.#channels.get(id);
    if (known && known.tenantId !== tenantId) {
      this.#isAllDue = true; // two tenants have the id: which one is played follows from both
      return;
    }
    try {
      const channel = await this.#options.repository.findEnabled(changed);
      if (channel) {
        this.#channels.set(id, channel);
      } else {
        this.#channels.delete(id);
      }
      this.#usesCookies = [...this.#channels.values()].some(usesCookie);
      if (known) {
        this.#announce(known, channel);
      }
    } catch (error) {
      this.#fail(error);
      this.#isAllDue = true;
    }
  }

  #fail(error: unknown): void {
    if (!this.#failing) {
      this.#failing = true;
      this.#options.report.lost(error);
    }
  }

  #replace(next: Map<string, ChannelEntry>): void {
    const before = this.#channels;
    this.#channels = next;
    this.#usesCookies = [...next.values()].some(usesCookie);
    for (const old of before.values()) {
      this.#announce(old, next.get(old.id));
    }
  }

  #announce(before: ChannelEntry, channel: ChannelEntry | undefined): void {
    const { onChange } = this.#options;
    if (!channel) {
      onChange({ kind: 'removed', channel: before });
    } else if (channel.resets !== before.resets) {
      onChange({ kind: 'reset', channel });
    } else if (channel.revision !== before.revision) {
      onChange({ kind: 'updated', channel, before });
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unwatch?.();
  }
}
