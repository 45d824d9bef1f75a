/**
 * Stores snapshots of live sources, in the database that all stitchers share: a source that is opened after a crash, or
 * at another stitcher, goes on with its window, clock and breaks. While the database is away sources are opened without
 * a past.
 */
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
import type { StitcherMetrics } from '../metrics.ts';
import type { PolledSource } from '../origin/polled-source.ts';
import type { StoredSource } from '../origin/stored-source.ts';
import { snapshotLimits } from './snapshot-limits.ts';

interface ChannelKey {
  readonly tenantId: string;
  readonly channelId: string;
}

/** Snapshots in the database that all stitchers share. */
export interface SnapshotStore {
  put(snapshot: ChannelKey & { readonly snapshot: Buffer }): Promise<void>;
  find(of: ChannelKey, mostAgeMs: number): Promise<Buffer | undefined>;
}

export interface SourceSnapshotsOptions {
  /** Left out: sources are opened without a past. */
  readonly store: SnapshotStore | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<StitcherMetrics, 'sourceSnapshots'>;
}

const purpose = 'source snapshot';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const keyOf = ({ tenantId, id: channelId }: ChannelEntry): ChannelKey => ({ tenantId, channelId });

/** A snapshot of another source, also of the channel before a reset, does not open. */
const contextOf = (channel: ChannelEntry) =>
  `${channel.tenantId} ${channel.id} ${channel.resets} ${sourceText(channel)}`;

/** The part of a live source that snapshots need. */
export type SnapshotSource = Pick<PolledSource, 'channel' | 'timing' | 'breaksVersion' | 'store'>;

/** Times that follow from the last snapshot of a source. */
interface Taken {
  /** When the next one is due, epoch ms. */
  readonly dueMs: number;
  /** When the next one is due if its breaks have changed, epoch ms. */
  readonly newsDueMs: number;
  /** See `PolledSource`. */
  readonly breaksVersion: number;
}

/**
 * Pause until the next snapshot, ms: nothing is lost as long as the source lists what the last one does not have.
 * @param text characters of the last snapshot
 * @param windowMs length of the source's list
 */
function pauses(text: number, windowMs: number): { dueMs: number; newsDueMs: number } {
  const { leastMs, everyMs, textPerMs, textOfNewsPerMs, textBytes, mostAgeMs } = snapshotLimits;
  if (text > textBytes) {
    return { dueMs: mostAgeMs, newsDueMs: mostAgeMs };
  }
  const usualMs = Math.min(everyMs, Math.max(leastMs, windowMs / 3));
  const dueMs = Math.max(usualMs, Math.min(text / textPerMs, windowMs / 2));
  return { dueMs, newsDueMs: text / textOfNewsPerMs };
}

export class SourceSnapshots {
  readonly #options: SourceSnapshotsOptions;
  readonly #taken = new WeakMap<SnapshotSource, Taken>();
  /** When a company may write again, epoch ms. */
  readonly #freeMs = new Map<string, number>();
  readonly #waiting = new Set<SnapshotSource>();
  #writing: Promise<void> | undefined;
  /** The last statement failed. */
  #isAway = false;
  #isStopped = false;

  constructor(options: SourceSnapshotsOptions) {
    this.#options = options;
  }

  /** The past of a source that is being opened; undefined when there is none, or not within a second. Never rejects. */
  async find(channel: ChannelEntry): Promise<StoredSource | undefined> {
    const { store, metrics, logger } = this.#options;
    if (!store) {
      return undefined;
    }
    const read = this.#read(store, channel).catch((error: unknown) => {
      metrics.sourceSnapshots.add({ outcome: 'failed' });
      logger.warn({ error, channelId: channel.id }, 'a source is opened without its past');
      return undefined;
    });
    const lines = await withTimeout(read, snapshotLimits.readWithinMs, () => undefined);
    if (lines) {
      metrics.sourceSnapshots.add({ outcome: 'restored' });
    }
    return lines;
  }

  async #read(store: SnapshotStore, channel: ChannelEntry): Promise<StoredSource | undefined> {
    const sealed = await store.find(keyOf(channel), snapshotLimits.mostAgeMs);
    const packed =
      sealed && openHourly(this.#options.secretKey, purpose, sealed, contextOf(channel));
    if (!packed) {
      return undefined;
    }
    const text = await decompress(packed, { maxOutputLength: snapshotLimits.textBytes });
    return text.toString().split('\n');
  }

  /** Called when a source has changed: its snapshot is taken when it is due. */
  changed(source: SnapshotSource): void {
    if (this.#options.store && !this.#isStopped && this.#isDue(source)) {
      this.#waiting.add(source);
      this.#writing ??= this.#work();
    }
  }

  #isDue(source: SnapshotSource): boolean {
    const nowMs = this.#options.clock.now();
    const { channel, breaksVersion } = source;
    const taken = this.#taken.get(source);
    // The start of a break follows from what was known when it was found: that must not be lost.
    const dueMs = taken?.breaksVersion === breaksVersion ? taken.dueMs : (taken?.newsDueMs ?? 0);
    return nowMs >= dueMs && nowMs >= (this.#freeMs.get(channel.tenantId) ?? 0);
  }

  /** One at a time: a snapshot that comes late is the newer for it. */
  async #work(): Promise<void> {
    for (const source of this.#waiting) {
      this.#waiting.delete(source);
      await this.#write(source);
    }
    this.#writing = undefined;
  }

  /** Never rejects. */
  async #write(source: SnapshotSource): Promise<void> {
    const { store, metrics, clock } = this.#options;
    const { channel, timing, breaksVersion } = source;
    const nowMs = clock.now();
    const next = (text: number) => {
      const { dueMs, newsDueMs } = pauses(text, timing.windowMs);
      const due = { dueMs: nowMs + dueMs, newsDueMs: nowMs + newsDueMs };
      this.#taken.set(source, { ...due, breaksVersion });
    };
    next(0);
    try {
      const lines = await source.store();
      if (!lines) {
        return;
      }
      const text = lines.reduce((sum, line) => sum + line.length, 0);
      next(text);
      if (text > snapshotLimits.textBytes) {
        metrics.sourceSnapshots.add({ outcome: 'too_large' });
        return;
      }
      const snapshot = await this.#sealed(channel, lines);
      await store?.put({ ...keyOf(channel), snapshot });
      this.#takeRoom(channel, snapshot.length);
      metrics.sourceSnapshots.add({ outcome: 'stored' });
      this.#noteAway(undefined);
    } catch (error) {
      metrics.sourceSnapshots.add({ outcome: 'failed' });
      this.#noteAway(error);
    }
  }

  async #sealed(channel: ChannelEntry, lines: StoredSource): Promise<Buffer> {
    const { secretKey, clock } = this.#options;
    const packed = await compress(lines.join('\n'));
    return sealHourly(secretKey, purpose, packed, {
      nowMs: clock.now(),
      context: contextOf(channel),
    });
  }

  #takeRoom({ tenantId }: ChannelEntry, bytes: number): void {
    const nowMs = this.#options.clock.now();
    for (const [known, freeMs] of this.#freeMs) {
      if (freeMs < nowMs) {
        this.#freeMs.delete(known);
      }
    }
    const fromMs = this.#freeMs.get(tenantId) ?? nowMs;
    this.#freeMs.set(tenantId, fromMs + (bytes / snapshotLimits.bytesPerSecond) * 1_000);
  }

  /** Logs once for each time that snapshots cannot be stored. */
  #noteAway(error: unknown): void {
    const { logger } = this.#options;
    if (error !== undefined && !this.#isAway) {
      logger.error({ error }, 'the past of sources cannot be stored');
    } else if (error === undefined && this.#isAway) {
      logger.info('the past of sources is stored again');
    }
    this.#isAway = error !== undefined;
  }

  /** Resolves when none is being taken. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Takes a last snapshot of each source. Never rejects. */
  async stop(sources: readonly SnapshotSource[]): Promise<void> {
    this.#isStopped = true;
    if (!this.#options.store) {
      return;
    }
    const last = async () => {
      await this.idle();
      for (const source of sources) {
        await this.#write(source);
      }
    };
    await withTimeout(last(), snapshotLimits.stopWithinMs, () => undefined);
  }
}
