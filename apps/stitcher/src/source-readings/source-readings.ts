/**
 * The common readings of live sources, in the database that all stitchers share: put if absent, announced by NOTIFY,
 * read by key. Rows are sealed, since addresses of sources may carry tokens.
 * @see ADR 0068
 */
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import {
  type Clock,
  type Logger,
  openHourly,
  type SecretKey,
  sealHourly,
  withTimeout,
} from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { sourceText } from '../channels/requires-source-restart.ts';
import { DatabaseTime } from '../database-time/database-time.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { CommonNews, CommonReading, CommonReadings } from '../origin/common-readings.ts';
import type { StoredSource } from '../origin/stored-source.ts';
import { readingLimits } from './reading-limits.ts';

/** A source of a channel; `source` is a keyed hash of its settings. */
interface SourceKey {
  readonly tenantId: string;
  readonly channelId: string;
  readonly source: string;
}

interface StoredReading {
  readonly version: number;
  readonly reading: Buffer;
  readonly base: Buffer | undefined;
  readonly putAtMs: number;
}

interface Found {
  readonly readings: readonly StoredReading[];
  readonly nowMs: number;
}

interface Notice extends SourceKey {
  readonly kind: 'started' | 'join' | 'here' | 'holds' | 'read' | 'next';
  readonly version: number;
  readonly ms: number;
  readonly from: string;
}

/** Readings in the database that all stitchers share. */
export interface ReadingStore {
  put(
    reading: SourceKey & {
      readonly version: number;
      readonly reading: Buffer;
      readonly base?: Buffer | undefined;
      readonly from: string;
    },
    keptMs: number,
  ): Promise<number | undefined>;
  after(of: SourceKey, version: number): Promise<Found>;
  sinceBase(of: SourceKey, mostAgeMs: number): Promise<Found>;
  newest(of: SourceKey): Promise<{ readonly version: number; readonly nowMs: number }>;
  notify(notice: Notice): Promise<number>;
  watch(onNotice: (notice: Notice) => void, onGap: () => void): Promise<() => void>;
}

export interface SourceReadingsOptions {
  /** Left out: each source is read by this process for itself. */
  readonly store: ReadingStore | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<StitcherMetrics, 'sourceReadings'>;
  /** Number of running stitchers, this one included. */
  readonly stitchers: () => number;
  /** Names this process in notices. */
  readonly stitcherId: string;
  /** Milliseconds; left out: `readingLimits.shownAfterMs`. */
  readonly shownAfterMs?: number | undefined;
  /** Called when another stitcher has started. */
  readonly onStarted: () => void;
}

const purpose = 'source reading';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const placeOf = ({ tenantId, channelId, source }: SourceKey) =>
  `${tenantId} ${channelId} ${source}`;

/** Handlers of notices about a source that is being opened. */
interface Joining {
  readonly onHere: () => void;
  readonly onRead: () => void;
}

export class SourceReadings {
  readonly #options: SourceReadingsOptions;
  readonly #time: DatabaseTime;
  readonly #watching = new Map<string, CommonNews>();
  readonly #joining = new Map<string, Joining>();
  /** When a company may put again, epoch ms. */
  readonly #freeMs = new Map<string, number>();
  #unlisten: (() => void) | undefined;
  #listening: NodeJS.Timeout | undefined;
  /** The last statement failed. */
  #isAway = false;
  #isStopped = false;

  constructor(options: SourceReadingsOptions) {
    this.#options = options;
    this.#time = new DatabaseTime(options.clock);
  }

  /** Listens to the notices of other stitchers; while the database is away it tries again. Never rejects. */
  async start(): Promise<void> {
    const { store, logger } = this.#options;
    if (!store || this.#isStopped) {
      return;
    }
    try {
      this.#unlisten = await store.watch(
        (notice) => this.#hear(notice),
        () => this.#missed(),
      );
      if (this.#isStopped) {
        this.#unlisten();
      }
      const nowhere = { tenantId: '', channelId: '', source: '' };
      const started = { ...nowhere, kind: 'started', version: 0, ms: 0, from: this.#id } as const;
      await this.#ask((known) => known.notify(started), Number);
    } catch (error) {
      logger.warn({ error }, 'notices of other stitchers cannot be heard: each reads for itself');
      this.#listening = setTimeout(() => void this.start(), readingLimits.listenAgainMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#listening);
    this.#unlisten?.();
  }

  #missed(): void {
    for (const news of this.#watching.values()) {
      news.onGap();
    }
  }

  #hear(notice: Notice): void {
    if (notice.from === this.#options.stitcherId) {
      return;
    }
    const place = placeOf(notice);
    const news = this.#watching.get(place);
    const joining = this.#joining.get(place);
    const { kind, version, ms } = notice;
    switch (kind) {
      case 'started':
        this.#options.onStarted();
        break;
      case 'join':
        news?.onJoin();
        break;
      case 'here':
        joining?.onHere();
        news?.onOther();
        break;
      case 'holds':
        news?.onOther();
        break;
      case 'read':
        joining?.onRead();
        news?.onReading(version, ms, 0);
        break;
      case 'next':
        news?.onReading(version, undefined, ms);
        break;
      default:
        break;
    }
  }

  /** The common readings of a channel's source; undefined without a database. */
  of(channel: ChannelEntry): CommonReadings | undefined {
    const { store } = this.#options;
    if (!store) {
      return undefined;
    }
    const key = this.#keyOf(channel);
    const place = placeOf(key);
    const notify = (kind: Notice['kind'], version: number, ms = 0) =>
      void this.#ask(
        (known) => known.notify({ ...key, kind, version, ms, from: this.#id }),
        Number,
      );
    let own: CommonNews | undefined;
    return {
      shownAfterMs: this.#options.shownAfterMs ?? readingLimits.shownAfterMs,
      isShared: () => this.#isShared,
      now: () => this.#time.now(),
      watch: (news) => {
        own = news;
        this.#watching.set(place, news);
      },
      join: () => this.#join(key, () => notify('join', 0)),
      put: (reading) => this.#put(key, reading),
      after: (version) => this.#read(key, (known) => known.after(key, version)),
      sinceBase: () => this.#sinceBase(key),
      newest: () =>
        this.#ask(
          (known) => known.newest(key),
          ({ nowMs }) => nowMs,
        ),
      here: (version) => notify('here', version),
      holds: (version) => notify('holds', version),
      stands: (version, nextMs) => notify('next', version, nextMs),
      close: () => {
        // The next source of the channel may watch already.
        if (this.#watching.get(place) === own) {
          this.#watching.delete(place);
        }
      },
    };
  }

  get #id(): string {
    return this.#options.stitcherId;
  }

  get #isShared(): boolean {
    return this.#unlisten !== undefined && this.#options.stitchers() > 1;
  }

  /** Key with a keyed hash of the settings: they may hold secrets, and rows are in dumps. */
  #keyOf(channel: ChannelEntry): SourceKey {
    const { tenantId, id: channelId, resets } = channel;
    const text = `${purpose} ${resets} ${sourceText(channel)}`;
    const hash = createHmac('sha256', this.#options.secretKey).update(text).digest('base64url');
    return { tenantId, channelId, source: hash.slice(0, 22) };
  }

  /** Runs a statement; undefined while the database is away, or slower than 1.5 s. Never rejects. */
  async #ask<Answer>(
    work: (store: ReadingStore) => Promise<Answer>,
    timeOf: (answer: Answer) => number | undefined,
  ): Promise<Answer | undefined> {
    const { store } = this.#options;
    if (!store || this.#isStopped) {
      return undefined;
    }
    const answer = this.#time
      .sampled(() => work(store), timeOf)
      .then(
        (known) => {
          this.#noteAway(undefined);
          return known;
        },
        (error: unknown) => {
          this.#noteAway(error);
          return undefined;
        },
      );
    return withTimeout(answer, readingLimits.answerWithinMs, () => undefined);
  }

  /** Logs once per outage of the database. */
  #noteAway(error: unknown): void {
    const { logger, metrics } = this.#options;
    if (error !== undefined) {
      metrics.sourceReadings.add({ outcome: 'failed' });
    }
    if (error !== undefined && !this.#isAway) {
      logger.error({ error }, 'sources cannot be read in common: each stitcher reads for itself');
    } else if (error === undefined && this.#isAway) {
      logger.info('sources are read in common again');
    }
    this.#isAway = error !== undefined;
  }

  async #join(key: SourceKey, ask: () => void): Promise<readonly CommonReading[] | undefined> {
    if (!this.#isShared) {
      return undefined;
    }
    const recent = await this.#sinceBase(key);
    if (recent) {
      return recent;
    }
    const place = placeOf(key);
    const here = Promise.withResolvers<boolean>();
    let read = Promise.withResolvers<void>();
    const onRead = () => {
      here.resolve(true);
      read.resolve();
    };
    this.#joining.set(place, { onHere: () => here.resolve(true), onRead });
    try {
      ask();
      if (!(await withTimeout(here.promise, readingLimits.hereWithinMs, () => false))) {
        return undefined;
      }
      const untilMs = this.#time.now() + readingLimits.baseWithinMs;
      for (;;) {
        const leftMs = untilMs - this.#time.now();
        const isRead = read.promise.then(() => true);
        if (leftMs <= 0 || !(await withTimeout(isRead, leftMs, () => false))) {
          return undefined;
        }
        read = Promise.withResolvers<void>();
        const found = await this.#sinceBase(key);
        if (found) {
          return found;
        }
      }
    } finally {
      this.#joining.delete(place);
    }
  }

  async #sinceBase(key: SourceKey): Promise<readonly CommonReading[] | undefined> {
    const found = await this.#read(key, (store) => store.sinceBase(key, readingLimits.baseAgeMs));
    return found && found.length > 0 ? found : undefined;
  }

  async #read(
    key: SourceKey,
    work: (store: ReadingStore) => Promise<Found>,
  ): Promise<readonly CommonReading[] | undefined> {
    const found = await this.#ask(work, ({ nowMs }) => nowMs);
    if (!found) {
      return undefined;
    }
    const readings: CommonReading[] = [];
    for (const { version, reading, base, putAtMs } of found.readings) {
      const lines = await this.#open(key, `${version}`, reading);
      const before = base && (await this.#open(key, `${version} base`, base));
      if (!lines || (base && !before)) {
        this.#options.metrics.sourceReadings.add({ outcome: 'unreadable' });
        return undefined;
      }
      readings.push({ version, lines, base: before, putAtMs });
    }
    this.#options.metrics.sourceReadings.add({ outcome: 'read' }, readings.length);
    return readings;
  }

  async #put(
    key: SourceKey,
    { version, lines, base }: Omit<CommonReading, 'putAtMs'>,
  ): Promise<number | false | undefined> {
    const { metrics } = this.#options;
    const reading = await this.#sealed(key, `${version}`, lines);
    const before = base && (await this.#sealed(key, `${version} base`, base));
    const bytes = (reading?.length ?? 0) + (before?.length ?? 0);
    if (!reading || (base && !before) || !this.#takeRoom(key, bytes)) {
      metrics.sourceReadings.add({ outcome: 'refused' });
      return undefined;
    }
    const put = { ...key, version, reading, base: before, from: this.#id };
    const answer = await this.#ask(
      async (store) => (await store.put(put, readingLimits.keptMs)) ?? (false as const),
      (putAtMs) => (putAtMs === false ? undefined : putAtMs),
    );
    if (answer !== undefined) {
      metrics.sourceReadings.add({ outcome: answer === false ? 'stood' : 'put' });
    }
    return answer;
  }

  /** Compresses and seals lines; undefined when they are too long. */
  async #sealed(key: SourceKey, of: string, lines: StoredSource): Promise<Buffer | undefined> {
    const { secretKey, clock } = this.#options;
    if (lines.reduce((sum, line) => sum + line.length, 0) > readingLimits.textBytes) {
      return undefined;
    }
    const packed = await compress(lines.join('\n'));
    const at = { nowMs: clock.now(), context: `${placeOf(key)} ${of}` };
    return sealHourly(secretKey, purpose, packed, at);
  }

  /** Undefined for what was sealed for another source, or by another version of the program. */
  async #open(key: SourceKey, of: string, sealed: Buffer): Promise<StoredSource | undefined> {
    const { secretKey } = this.#options;
    const packed = openHourly(secretKey, purpose, sealed, `${placeOf(key)} ${of}`);
    const { textBytes: maxOutputLength } = readingLimits;
    const text = packed && (await decompress(packed, { maxOutputLength }).catch(() => undefined));
    if (!text) {
      return undefined;
    }
    return text.length > 0 ? text.toString().split('\n') : [];
  }

  #takeRoom({ tenantId }: SourceKey, bytes: number): boolean {
    const nowMs = this.#options.clock.now();
    for (const [known, freeMs] of this.#freeMs) {
      if (freeMs < nowMs) {
        this.#freeMs.delete(known);
      }
    }
    const { bytesPerSecond, burstSeconds } = readingLimits;
    const fromMs = this.#freeMs.get(tenantId) ?? nowMs;
    if (fromMs > nowMs + burstSeconds * 1_000) {
      return false;
    }
    this.#freeMs.set(tenantId, fromMs + (bytes / bytesPerSecond) * 1_000);
    return true;
  }
}
