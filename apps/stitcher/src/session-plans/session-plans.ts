/**
 * Stores the plans of sessions when breaks change in them, in the database that all stitchers share: the numbers of a
 * session that is taken up go on from its plan. Plans are written behind what is published: no playlist and no decision
 * waits. What could not be written is not known to the next process, which then lets the numbers jump.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type Clock,
  type Logger,
  openHourly,
  type SecretKey,
  sealHourly,
  withTimeout,
} from '@interlude/runtime';
import { type StoredPlan, storePlan } from '@interlude/stitching';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { planLimits } from './plan-limits.ts';

interface SessionKey {
  readonly tenantId: string;
  /** Stands for the session (SEC-S26). */
  readonly session: string;
}

/** Sealed bytes of the plan of a session, as they are stored. */
export interface SealedPlan extends SessionKey {
  readonly channelId: string;
  readonly plan: Buffer;
}

/** The database. */
export interface PlanStore {
  put(plans: readonly SealedPlan[]): Promise<void>;
  ofSessions(sessions: readonly SessionKey[]): Promise<readonly SealedPlan[]>;
}

export interface SessionPlansOptions {
  /** Left out: plans live in this process alone. */
  readonly store: PlanStore | undefined;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<StitcherMetrics, 'sessionPlans'>;
  /** Sessions that the company of a channel may have at a time. */
  readonly mostSessions: (channelId: string) => number;
}

/** What a row holds. Readers skip fields that they do not know. */
export interface PlanRecord {
  readonly v: number;
  /** Of the source, see `BreakSource`: numbers of another one say nothing. */
  readonly numbering: string;
  readonly availCount: number;
  readonly plan: StoredPlan;
}

/** Of the plan of a session that was stored last, or waits. */
interface Last {
  readonly numbering: string;
  /** Epoch ms. */
  readonly atMs: number;
}

/** A session whose plan is read. */
interface Asked extends SessionKey {
  readonly read: (record: PlanRecord | undefined) => void;
}

const version = 1;
const purpose = 'session plans';
const hourMs = 3_600_000;
/** Every text here begins with it, and no compressed one does. */
const brace = 0x7b;
const leastPackedBytes = 4_096;

const contextOf = ({ tenantId, session }: SessionKey) => `${tenantId} ${session}`;

export class SessionPlans {
  readonly #options: SessionPlansOptions;
  /** By session: the numbering of its source. */
  readonly #changed = new Map<PlaybackSession, string>();
  readonly #last = new WeakMap<PlaybackSession, Last>();
  #writing: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isAway = false;
  #isStopped = false;
  /** Since the epoch. */
  #hour = 0;
  /** Bytes of each company in this hour. */
  readonly #written = new Map<string, number>();
  readonly #asked: Asked[] = [];
  #reading: Promise<void> | undefined;

  constructor(options: SessionPlansOptions) {
    this.#options = options;
  }

  /**
   * A plan has followed its source.
   * @param numbering of the source; undefined: nobody could go on from the plan
   * @param hasChanged its breaks are not those of before
   */
  followed(session: PlaybackSession, numbering: string | undefined, hasChanged: boolean): void {
    const { store, clock } = this.#options;
    if (!store || numbering === undefined || session.isMonitor || this.#isStopped) {
      return;
    }
    const last = this.#last.get(session);
    const atMs = clock.now();
    // Numbers that a restart of the source has added to must not be taken for those of before.
    const isOther = last?.numbering !== numbering;
    if (hasChanged || isOther || atMs - last.atMs >= planLimits.againAfterMs) {
      this.#changed.set(session, numbering);
      this.#last.set(session, { numbering, atMs });
      this.#writing ??= this.#work();
    }
  }

  async #work(): Promise<void> {
    while (this.#changed.size > 0) {
      await this.#pause(planLimits.everyMs);
      const isStored = await this.#writeAll();
      if (!isStored && this.#isStopped) {
        break;
      }
      if (!isStored) {
        await this.#pause(planLimits.retryAfterMs);
      }
    }
    this.#writing = undefined;
  }

  /** @returns false when the database has not taken them: they are written later, as they are then */
  async #writeAll(): Promise<boolean> {
    const waiting = [...this.#changed];
    for (let at = 0; at < waiting.length; at += planLimits.batch) {
      const batch = waiting.slice(at, at + planLimits.batch);
      for (const [session] of batch) {
        this.#changed.delete(session);
      }
      try {
        await this.#write(batch);
        this.#noteAway(undefined);
      } catch (error) {
        for (const [session, numbering] of waiting.slice(at)) {
          if (!this.#changed.has(session)) {
            this.#changed.set(session, numbering);
          }
        }
        this.#noteAway(error);
        return false;
      }
    }
    return true;
  }

  async #write(batch: readonly (readonly [PlaybackSession, string])[]): Promise<void> {
    const { store, metrics } = this.#options;
    const plans = batch.flatMap(([session, numbering]) => this.#sealed(session, numbering) ?? []);
    const taken = plans.filter((each) => this.#takeRoom(each));
    await store?.put(taken);
    metrics.sessionPlans.add({ outcome: 'stored' }, taken.length);
    metrics.sessionPlans.add({ outcome: 'refused' }, plans.length - taken.length);
  }

  /** Undefined of a session that has no plan any more. */
  #sealed(session: PlaybackSession, numbering: string): SealedPlan | undefined {
    const { plan, settled, followedPoll, availCount, subject } = session;
    if (!plan) {
      return undefined;
    }
    const { secretKey, clock } = this.#options;
    const { tenantId, channelId, sessionId } = subject;
    const key = { tenantId, session: sessionId };
    const stored = storePlan({ plan, settled, version: followedPoll });
    const record: PlanRecord = { v: version, numbering, availCount, plan: stored };
    const text = Buffer.from(JSON.stringify(record));
    const packed = text.length > leastPackedBytes ? zstdCompressSync(text) : text;
    const at = { nowMs: clock.now(), context: contextOf(key) };
    return { ...key, channelId, plan: sealHourly(secretKey, purpose, packed, at) };
  }

  /** Whether the company has room for so much in this hour: a break a second would fill the disk of all. */
  #takeRoom({ tenantId, channelId, plan }: SealedPlan): boolean {
    const hour = Math.floor(this.#options.clock.now() / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#written.clear();
    }
    const before = this.#written.get(tenantId) ?? 0;
    const most = this.#options.mostSessions(channelId) * planLimits.hourlyBytesOfSession;
    if (before + plan.length > most) {
      return false;
    }
    this.#written.set(tenantId, before + plan.length);
    return true;
  }

  /** Said once for each time that the database is away. */
  #noteAway(error: unknown): void {
    const { logger } = this.#options;
    if (error !== undefined && !this.#isAway) {
      logger.error(
        { error },
        'plans of sessions cannot be stored: after a crash numbers would jump',
      );
    } else if (error === undefined && this.#isAway) {
      logger.info('plans of sessions are stored again');
    }
    this.#isAway = error !== undefined;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, this.#isStopped ? 0 : ms);
      this.#wake = done;
    });
  }

  /**
   * The plan of a session that this process does not know, as it was stored last; undefined when there is none, while
   * the database is away, or slower than 2 s. Never rejects.
   */
  find(session: PlaybackSession): Promise<PlanRecord | undefined> {
    const { tenantId, sessionId } = session.subject;
    if (!this.#options.store || session.isMonitor) {
      return Promise.resolve(undefined);
    }
    const read = new Promise<PlanRecord | undefined>((resolve) => {
      this.#asked.push({ tenantId, session: sessionId, read: resolve });
      this.#reading ??= this.#readAll();
    });
    return withTimeout(read, planLimits.readWithinMs, () => undefined);
  }

  /** When a stitcher has died its sessions come at one time: many are read by one statement. */
  async #readAll(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#asked.length > 0) {
      const batch = this.#asked.splice(0, planLimits.sessionsRead);
      const found = await this.#read(batch).catch((error: unknown) => {
        this.#options.logger.warn({ error }, 'plans of sessions cannot be read');
        return new Map<string, PlanRecord>();
      });
      for (const { read, ...key } of batch) {
        read(found.get(contextOf(key)));
      }
    }
    this.#reading = undefined;
  }

  async #read(sessions: readonly SessionKey[]): Promise<Map<string, PlanRecord>> {
    const { store, secretKey } = this.#options;
    const rows = (await store?.ofSessions(sessions)) ?? [];
    return new Map(
      rows.flatMap((row) => {
        const packed = openHourly(secretKey, purpose, row.plan, contextOf(row));
        const record = packed && readRecord(packed);
        return record ? [[contextOf(row), record] as const] : [];
      }),
    );
  }

  /** Writes what waits, once more if the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await withTimeout(this.#writing ?? Promise.resolve(), planLimits.stopWithinMs, () => undefined);
  }
}

/** Undefined for what another version wrote. */
function readRecord(packed: Buffer): PlanRecord | undefined {
  const text = packed[0] === brace ? packed : zstdDecompressSync(packed);
  const record: PlanRecord = JSON.parse(text.toString('utf8'));
  return record.v === version ? record : undefined;
}
