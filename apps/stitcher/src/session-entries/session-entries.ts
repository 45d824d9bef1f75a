/**
 * Makes decisions durable before they are shown, in the database that all stitchers share: a stitcher that takes up a
 * session shows the ads that the session was given. While the database is away sessions go on with the decisions of
 * this process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, type Logger, type SecretKey, withTimeout } from '@interlude/runtime';
import type { Creative, Placement } from '@interlude/stitching';
import type { StitcherMetrics } from '../metrics.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { keepNewest } from '../sessions/keep-newest.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { NotedStart } from '../sessions/session-service.ts';
import { entryLimits } from './entry-limits.ts';
import { HourlyRoom } from './hourly-room.ts';
import {
  askId,
  askText,
  beganOf,
  breakText,
  creativeHash,
  creativesOf,
  type DecidedVod,
  decidedOf,
  type Entry,
  EntrySeal,
  startText,
  vodOf,
  vodText,
  wholeSessionId,
} from './session-entry.ts';
import { type ReadKey, SessionReads, sessionPlace, unread } from './session-reads.ts';

/** Row of a break or of a whole session, sealed. */
export interface StoredEntry {
  readonly tenantId: string;
  readonly channelId: string;
  readonly session: string;
  readonly breakId: string;
  readonly entry: Buffer;
}

export interface StoredCreative {
  readonly tenantId: string;
  readonly hash: string;
  readonly creative: Buffer;
}

/** Rows and creatives in the database that all stitchers share. */
export interface EntryStore {
  putIfAbsent(entries: readonly StoredEntry[]): Promise<readonly StoredEntry[]>;
  ofSessions(
    sessions: readonly Pick<StoredEntry, 'tenantId' | 'session'>[],
  ): Promise<readonly StoredEntry[]>;
  ofBreaks(
    breaks: readonly Pick<StoredEntry, 'tenantId' | 'session' | 'breakId'>[],
  ): Promise<readonly StoredEntry[]>;
  keepCreatives(creatives: readonly StoredCreative[]): Promise<void>;
  creatives(of: readonly Omit<StoredCreative, 'creative'>[]): Promise<readonly StoredCreative[]>;
}

export interface SessionEntriesOptions {
  /** Left out: decisions live in this process alone. */
  readonly store: EntryStore | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<StitcherMetrics, 'sessionEntries'>;
  /** Sessions that the company of a channel may have at a time. */
  readonly mostSessions: (channelId: string) => number;
  /** Number of running stitchers, this one included. */
  readonly stitchers: () => number;
  /** Left out: `entryLimits.waitingBytes`. */
  readonly waitingBytes?: number;
}

/** Which entry stands: the row of another process, `own`, or `unknown` when the database does not answer in time. */
type Standing = StoredEntry | 'own' | 'unknown';

/** An entry that is not stored yet. */
interface Waiting {
  readonly entry: StoredEntry;
  readonly creatives: readonly StoredCreative[];
  readonly bytes: number;
  /** Until then its decision waits also while the database is away; on the process's monotonic clock, ms. */
  readonly patientUntilMs: number;
  /** Called with the entry that stood already, if one did. */
  readonly written: (standing: Standing) => void;
}

/** An entry before it is sealed. */
interface Storable {
  readonly breakId: string;
  /** Placements whose creatives are stored with it. */
  readonly placements: readonly Pick<Placement, 'creative'>[];
  readonly write: () => string;
}

type CreativeOf = (hash: string) => Creative | undefined;

/** A row that was read, with its creatives. */
interface Opened extends ReadKey {
  readonly entry: Entry;
  readonly creativeOf: CreativeOf;
}

/** Undefined when the row is of another kind, or a creative is gone. */
type ReadEntry<Made> = (entry: Entry, creativeOf: CreativeOf) => Made | undefined;

const placeOf = ({ tenantId, session, breakId }: ReadKey) => `${tenantId} ${session} ${breakId}`;

const creativePlace = ({ tenantId, hash }: Omit<StoredCreative, 'creative'>) =>
  `${tenantId} ${hash}`;

export class SessionEntries {
  readonly #options: SessionEntriesOptions;
  readonly #seal: EntrySeal;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  /** The last statement failed: a single stitcher does not wait for the next one. */
  #isAway = false;
  /** A decision has waited for as long as it may: those after it do not, until all are written. */
  #isBehind = false;
  #isStopped = false;
  #wake: (() => void) | undefined;
  readonly #room: HourlyRoom;
  /** By company and hash: when a snapshot was written, epoch ms. */
  readonly #snapshots = new Map<string, number>();
  readonly #reads: SessionReads<readonly Opened[]>;
  readonly #breakReads: SessionReads<Opened>;
  /** By company and hash. */
  readonly #readCreatives = new Map<string, Creative>();

  constructor(options: SessionEntriesOptions) {
    this.#options = options;
    this.#seal = new EntrySeal(options.secretKey);
    this.#room = new HourlyRoom(options.clock);
    this.#reads = new SessionReads<readonly Opened[]>({
      read: (sessions) => this.#readSessions(sessions),
      logger: options.logger,
      failed: 'what was decided for sessions cannot be read',
    });
    this.#breakReads = new SessionReads<Opened>({
      read: (breaks) => this.#readBreaks(breaks),
      placeOf,
      logger: options.logger,
      failed: 'what was decided for breaks cannot be read',
    });
  }

  /**
   * Stores a decision. A single stitcher waits 400 ms for the database, and not at all while it is away. Where other
   * stitchers may serve the session, they might decide differently: then it waits for as long as the decision may take,
   * and 5 s longer for a slow database. A decision that is not stored by then is stored when the database is back.
   * Never rejects.
   * @param leftMs milliseconds that are left for the decision
   * @returns the decision that stands: this one, or one that another process had stored before
   */
  put(session: PlaybackSession, decided: DecidedPod, leftMs: number): Promise<DecidedPod> {
    const { placements } = decided.pod;
    const { breakId } = decided.avail;
    const storable = { breakId, placements, write: () => breakText(decided) };
    return this.#put(session, decided, storable, { leftMs, read: decidedOf });
  }

  /**
   * Stores the decisions of a session of a VOD asset, all breaks as one. As `put`.
   * @param leftMs milliseconds that its viewer may still wait
   * @returns the decisions that stand: these, or those that another process had stored before
   */
  putVod(session: PlaybackSession, decided: DecidedVod, leftMs: number): Promise<DecidedVod> {
    const placements = decided.plan.breaks.flatMap((one) => one.placements);
    const storable = { breakId: wholeSessionId, placements, write: () => vodText(decided) };
    return this.#put(session, decided, storable, { leftMs, read: vodOf });
  }

  /**
   * Notes that a live session plays, once for all processes. Never rejects.
   * @param began how it begins here, plain data; left out: no other process could go on from it
   * @returns whether it plays for the first time; unknown when the database does not answer in time
   */
  async noteStart(session: PlaybackSession, began?: unknown): Promise<NotedStart> {
    const write = () => startText(began);
    const storable = { breakId: wholeSessionId, placements: [], write };
    const stored = await this.#store(session, storable, entryLimits.writeWithinMs);
    if (stored === 'unknown' || stored === 'own') {
      return { played: stored === 'own' ? 'first' : stored };
    }
    const entry = this.#seal.openEntry(stored.entry, placeOf(stored));
    return { played: 'played', began: entry && beganOf(entry) };
  }

  /**
   * Claims the ad request of a break, where other stitchers may serve the session, too. Never rejects.
   * @param untilMs epoch ms by which this process has decided
   * @returns undefined: this process sends the request; else the epoch ms by which the process that claimed it has
   * decided: `awaited` returns that decision
   */
  async claimAsk(
    session: PlaybackSession,
    breakId: string,
    untilMs: number,
  ): Promise<number | undefined> {
    if (this.#options.stitchers() < 2) {
      return undefined;
    }
    const write = () => askText(untilMs);
    const storable = { breakId: askId(breakId), placements: [], write };
    const stored = await this.#store(session, storable, entryLimits.writeWithinMs);
    return stored === 'own' || stored === 'unknown'
      ? undefined
      : this.#seal.openAsk(stored.entry, placeOf(stored));
  }

  /**
   * Waits for the decision of another process for a break, until it is stored. Never rejects.
   * @param untilMs epoch ms; in the past: the database is read once
   * @returns undefined when none is stored by then
   */
  async awaited(
    session: PlaybackSession,
    breakId: string,
    untilMs: number,
  ): Promise<DecidedPod | undefined> {
    for (;;) {
      const found = await this.#breakReads.find(session, breakId);
      const isThere = found !== undefined && found !== unread;
      const decided = isThere ? decidedOf(found.entry, found.creativeOf) : undefined;
      if (decided || this.#isStopped || this.#options.clock.now() >= untilMs) {
        return decided;
      }
      await sleep(entryLimits.lookAgainMs);
    }
  }

  async #put<Made>(
    session: PlaybackSession,
    made: Made,
    storable: Storable,
    { leftMs, read }: { readonly leftMs: number; readonly read: ReadEntry<Made> },
  ): Promise<Made> {
    const isShared = this.#options.stitchers() > 1;
    const stored = await this.#store(session, storable, leftMs, isShared);
    if (stored === 'own' || stored === 'unknown') {
      return made;
    }
    const [opened] = await this.#opened([stored]).catch(() => []);
    const adopted = opened && read(opened.entry, opened.creativeOf);
    this.#options.metrics.sessionEntries.add({ outcome: adopted ? 'adopted' : 'unreadable' });
    return adopted ?? made;
  }

  /** @param isShared other stitchers may decide differently: the database is waited for, also while it is away */
  async #store(
    session: PlaybackSession,
    storable: Storable,
    leftMs: number,
    isShared: boolean = false,
  ): Promise<Standing> {
    const { store, metrics } = this.#options;
    // A session of a monitor is watched by one process alone, and may be lost.
    if (!store || session.isMonitor || this.#isStopped) {
      return 'unknown';
    }
    const { awayWithinMs, sharedWithinMs, writeWithinMs } = entryLimits;
    const patienceMs = isShared ? Math.max(leftMs, awayWithinMs) : 0;
    const written = this.#enter(session, storable, patienceMs);
    if (!written || (!isShared && (this.#isAway || this.#isBehind))) {
      return 'unknown';
    }
    const ownMs = Math.max(0, leftMs);
    const withinMs = isShared ? ownMs + sharedWithinMs : Math.min(ownMs, writeWithinMs);
    return withTimeout(written, withinMs, () => {
      this.#isBehind ||= withinMs >= entryLimits.writeWithinMs;
      metrics.sessionEntries.add({ outcome: 'late' });
      return 'unknown' as const;
    });
  }

  /** Undefined when too much waits already, or the company has stored too much in this hour. */
  #enter(
    session: PlaybackSession,
    storable: Storable,
    patienceMs: number,
  ): Promise<Standing> | undefined {
    const waiting = this.#toWrite(session, storable);
    const { waitingBytes = entryLimits.waitingBytes } = this.#options;
    const isTooMuch = this.#waitingBytes + waiting.bytes > waitingBytes;
    if (isTooMuch || !this.#takeRoom(session, waiting.bytes)) {
      this.#options.metrics.sessionEntries.add({ outcome: isTooMuch ? 'lost' : 'refused' });
      // Their snapshots are not written, either.
      for (const creative of waiting.creatives) {
        this.#snapshots.delete(creativePlace(creative));
      }
      return undefined;
    }
    const patientUntilMs = performance.now() + patienceMs;
    return new Promise((resolve) => {
      this.#waiting.push({ ...waiting, patientUntilMs, written: resolve });
      this.#waitingBytes += waiting.bytes;
      this.#writing ??= this.#work();
    });
  }

  #takeRoom({ subject: { tenantId, channelId } }: PlaybackSession, bytes: number): boolean {
    const most = this.#options.mostSessions(channelId) * entryLimits.hourlyBytesOfSession;
    return this.#room.take(tenantId, bytes, most);
  }

  #toWrite(
    { subject }: PlaybackSession,
    { breakId, placements, write }: Storable,
  ): Omit<Waiting, 'written' | 'patientUntilMs'> {
    const nowMs = this.#options.clock.now();
    const { tenantId, channelId, sessionId: session } = subject;
    const key = { tenantId, channelId, session, breakId };
    const place = placeOf(key);
    const sealed = this.#seal.entry(write(), place, nowMs);
    const creatives = placements.flatMap(
      ({ creative }) => this.#newSnapshot(tenantId, creative, nowMs) ?? [],
    );
    const bytes = creatives.reduce((sum, { creative }) => sum + creative.length, 0);
    return {
      entry: { ...key, entry: sealed },
      creatives,
      bytes: bytes + sealed.length,
    };
  }

  /** Undefined for one that is stored, or on its way. */
  #newSnapshot(tenantId: string, creative: Creative, nowMs: number): StoredCreative | undefined {
    const hash = creativeHash(creative);
    const place = creativePlace({ tenantId, hash });
    const knownAtMs = this.#snapshots.get(place);
    if (knownAtMs !== undefined && nowMs - knownAtMs < entryLimits.snapshotAgeMs) {
      return undefined;
    }
    this.#snapshots.delete(place);
    this.#snapshots.set(place, nowMs);
    keepNewest(this.#snapshots, entryLimits.knownSnapshots);
    return { tenantId, hash, creative: this.#seal.creative(creative, place, nowMs) };
  }

  /** The oldest waiting entries that fit one statement. */
  #nextBatch(): Waiting[] {
    let bytes = 0;
    const most = this.#waiting.findIndex((one, index) => {
      bytes += one.bytes;
      return index > 0 && (index >= entryLimits.batch || bytes > entryLimits.batchBytes);
    });
    return this.#waiting.slice(0, most < 0 ? undefined : most);
  }

  async #work(): Promise<void> {
    // Decisions of one event-loop turn share a statement.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        await this.#write(batch);
        this.#noteAway(undefined);
      } catch (error) {
        this.#noteAway(error);
        for (const { written, patientUntilMs } of this.#waiting) {
          if (performance.now() >= patientUntilMs || this.#isStopped) written('unknown');
        }
        if (this.#isStopped) {
          break;
        }
        await this.#pause();
      }
    }
    this.#isBehind = false;
    this.#writing = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { store, metrics } = this.#options;
    // Creatives first: a stored entry must name only creatives that are stored.
    const snapshots = batch.flatMap(({ creatives }) => creatives);
    const byPlace = new Map(snapshots.map((each) => [creativePlace(each), each]));
    await store?.keepCreatives([...byPlace.values()]);
    const stood = (await store?.putIfAbsent(batch.map(({ entry }) => entry))) ?? [];
    const standing = new Map(stood.map((entry) => [placeOf(entry), entry]));
    this.#waiting.splice(0, batch.length);
    for (const { entry, bytes, written } of batch) {
      this.#waitingBytes -= bytes;
      written(standing.get(placeOf(entry)) ?? 'own');
    }
    metrics.sessionEntries.add({ outcome: 'stored' }, batch.length - stood.length);
  }

  /** Logs once per outage of the database. */
  #noteAway(error: unknown): void {
    const { logger } = this.#options;
    if (error !== undefined && !this.#isAway) {
      logger.error(
        { error },
        'decisions cannot be stored: sessions go on with those of this process',
      );
    } else if (error === undefined && this.#isAway) {
      logger.info('decisions are stored again');
    }
    this.#isAway = error !== undefined;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const { retryAfterMs, retrySoonMs } = entryLimits;
      const nowMs = performance.now();
      const isWaitedFor = this.#waiting.some(({ patientUntilMs }) => nowMs < patientUntilMs);
      const timer = setTimeout(resolve, isWaitedFor ? retrySoonMs : retryAfterMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Decisions that other processes have stored for a live session, in the order in which they were stored. A break of
   * which a creative is gone is left out.
   * @returns empty while the database is away, or slower than 2 s. Never rejects
   */
  async ofSession(session: PlaybackSession): Promise<readonly DecidedPod[]> {
    const found = await this.#find(session);
    return (found === unread ? [] : found).flatMap(
      ({ entry, creativeOf }) => decidedOf(entry, creativeOf) ?? [],
    );
  }

  /**
   * Decisions that another process has stored for a session of a VOD asset.
   * @returns undefined when there are none or a creative is gone; `unread` while the database is away, or slower than 2
   * s. Never rejects
   */
  async vodOfSession(session: PlaybackSession): Promise<DecidedVod | undefined | typeof unread> {
    const found = await this.#find(session);
    return found === unread
      ? unread
      : found.map(({ entry, creativeOf }) => vodOf(entry, creativeOf)).find(Boolean);
  }

  async #find(session: PlaybackSession): Promise<readonly Opened[] | typeof unread> {
    if (!this.#options.store || session.isMonitor) return [];
    return (await this.#reads.find(session)) ?? [];
  }

  async #readSessions(sessions: readonly ReadKey[]) {
    const entries = await this.#opened((await this.#options.store?.ofSessions(sessions)) ?? []);
    return Map.groupBy(entries, sessionPlace);
  }

  async #readBreaks(breaks: readonly ReadKey[]) {
    const entries = await this.#opened((await this.#options.store?.ofBreaks(breaks)) ?? []);
    return new Map(entries.map((opened) => [placeOf(opened), opened]));
  }

  async #opened(entries: readonly StoredEntry[]): Promise<readonly Opened[]> {
    const opened = entries.flatMap((stored) => {
      const entry = this.#seal.openEntry(stored.entry, placeOf(stored));
      return entry ? [{ ...stored, entry }] : [];
    });
    const creatives = await this.#creatives(
      opened.flatMap(({ tenantId, entry }) =>
        creativesOf(entry).map((hash) => ({ tenantId, hash })),
      ),
    );
    return opened.map(({ tenantId, session, breakId, entry }) => {
      const creativeOf = (hash: string) => creatives.get(creativePlace({ tenantId, hash }));
      return { tenantId, session, breakId, entry, creativeOf };
    });
  }

  /** By company and hash; one object for all sessions that show it. */
  async #creatives(
    of: readonly Omit<StoredCreative, 'creative'>[],
  ): Promise<ReadonlyMap<string, Creative>> {
    const wanted = new Map(of.map((each) => [creativePlace(each), each]));
    const found = new Map<string, Creative>();
    for (const place of wanted.keys()) {
      const known = this.#readCreatives.get(place);
      if (known) {
        found.set(place, known);
        wanted.delete(place);
      }
    }
    const stored = (await this.#options.store?.creatives([...wanted.values()])) ?? [];
    for (const each of stored) {
      const place = creativePlace(each);
      const opened = this.#seal.openCreative(each.creative, place);
      if (opened) {
        found.set(place, opened);
        this.#readCreatives.set(place, opened);
      }
    }
    keepNewest(this.#readCreatives, entryLimits.creativesRead);
    return found;
  }

  /** Writes the waiting entries, with one more attempt while the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await this.#writing;
  }
}
