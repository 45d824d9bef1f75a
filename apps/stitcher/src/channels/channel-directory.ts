/**
 * The enabled channels in memory. The hot path reads only this; the database is asked when it says that
 * something changed, and every 30 s. Without a database the last snapshot stays.
 */
import type { Clock } from '@interlude/runtime';
import type { ChannelEntry, ChannelRepository } from './channel-entry.ts';

const rereadAfterMs = 30_000;
const retryAfterMs = 2_000;

export interface DirectoryReport {
  /** The first failure of a row. */
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
  #again = false;
  #stopped = false;

  constructor(options: ChannelDirectoryOptions) {
    this.#options = options;
  }

  find(channelId: string): ChannelEntry | undefined {
    return this.#channels.get(channelId);
  }

  /** Some channel keeps its tokens in a cookie. */
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

  /** Listens before it reads: what changes in between is read once more. */
  async start(): Promise<void> {
    await this.#watch();
    await this.refresh();
  }

  async #watch(): Promise<void> {
    if (this.#unwatch || this.#stopped) {
      return;
    }
    try {
      this.#unwatch = await this.#options.repository.watch(() => void this.refresh());
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads anew; a call during a reading makes another one follow. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#read();
    await this.#reading;
    this.#reading = undefined;
    if (this.#again && !this.#stopped) {
      this.#again = false;
      await this.refresh();
    }
  }

  async #read(): Promise<void> {
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

  #fail(error: unknown): void {
    if (!this.#failing) {
      this.#failing = true;
      this.#options.report.lost(error);
    }
  }

  #replace(next: Map<string, ChannelEntry>): void {
    const before = this.#channels;
    this.#channels = next;
    this.#usesCookies = [...next.values()].some(
      ({ settings }) => (settings.authentication.hmac?.cookieDomain ?? '') !== '',
    );
    for (const old of before.values()) {
      const channel = next.get(old.id);
      if (!channel) {
        this.#options.onChange({ kind: 'removed', channel: old });
      } else if (channel.resets !== old.resets) {
        this.#options.onChange({ kind: 'reset', channel });
      } else if (channel.revision !== old.revision) {
        this.#options.onChange({ kind: 'updated', channel, before: old });
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unwatch?.();
  }
}
