/**
 * Stores the plan of a session when its breaks change, in the database that all stitchers share: a stitcher that takes
 * up the session continues its sequence numbers from the plan. Plans are stored after they were published: no playlist
 * and no decision waits. A process that does not find the newest plan lets the numbers jump.
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
import { HourlyRoom } from '../session-entries/hourly-room.ts';
import {
  type SessionKey,
  SessionReads,
  sessionPlace,
  type unread,
} from '../session-entries/session-reads.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { planLimits } from './plan-limits.ts';

export { unread } from '../session-entries/session-reads.ts';

/** Sealed bytes of the plan of a session, as they are stored. */
export interface SealedPlan extends SessionKey {
  readonly channelId: string;
  readonly plan: Buffer;
}

/** Plans in the database that all stitchers share. */
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

const version = 1;

/** Content of a row. Readers skip fields that they do not know. */
export interface PlanRecord {
  readonly v: number;
  /** `numbering` of the source, see `BreakSource`: the plan's numbers hold only for a source with the same one. */
  readonly numbering: string;
  readonly availCount: number;
  readonly plan: StoredPlan;
  /** Begin of a plan that has just begun, epoch ms. */
  readonly begunMs?: number | undefined;
}

/** @param numbering of the source */
export const planRecord = (
  numbering: string,
  availCount: number,
  plan: StoredPlan,
): PlanRecord => ({
  v: version,
  ...{ numbering, availCount, plan },
});

/** Undefined for a record of another version, and for a value that is no record. */
export function planRecordOf(value: unknown): PlanRecord | undefined {
  const isRecord = typeof value === 'object' && value !== null && 'v' in value;
  return isRecord && value.v === version ? (value as PlanRecord) : undefined;
}

/** The newest plan of a session that was stored, or waits to be. */
interface Last {
  readonly numbering: string;
  /** Epoch ms. */
  readonly atMs: number;
}

const purpose = 'session plans';
/** First byte of every plain text here, and of no compressed one. */
const brace = 0x7b;
const leastPackedBytes = 4_096;

export class SessionPlans {
  readonly #options: SessionPlansOptions;
  /** Sessions whose plan waits to be stored, with the numbering of the source. */
  readonly #changed = new Map<PlaybackSession, string>();
  readonly #last = new WeakMap<PlaybackSession, Last>();
  #writing: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isAway = false;
  #isStopped = false;
  readonly #room: HourlyRoom;
  readonly #reads: SessionReads<PlanRecord>;

  constructor(options: SessionPlansOptions) {
    this.#options = options;
    this.#room = new HourlyRoom(options.clock);
    this.#reads = new SessionReads({
      read: (sessions) => this.#read(sessions),
      logger: options.logger,
      failed: 'plans of sessions cannot be read',
    });
  }

  /**
   * Called when a plan has followed its source; the plan is stored when it changed, or was not stored for a while.
   * @param numbering of the source; undefined: no other process could go on from the plan
   * @param hasChanged its breaks, or their numbers, are not those of before
   */
  followed(session: PlaybackSession, numbering: string | undefined, hasChanged: boolean): void {
    const { store, clock } = this.#options;
    if (!store || numbering === undefined || session.isMonitor || this.#isStopped) {
      return;
    }
    const last = this.#last.get(session);
    const atMs = clock.now();
    // The numbers include restarts of the source: with another numbering the stored plan no longer fits.
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

  /** @returns false when the database has not taken them: the plans as they are then will be written later */
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

  /** Undefined when the session has no plan any more. */
  #sealed(session: PlaybackSession, numbering: string): SealedPlan | undefined {
    const { plan, settled, followedPoll, availCount, subject } = session;
    if (!plan) {
      return undefined;
    }
    const { secretKey, clock } = this.#options;
    const { tenantId, channelId, sessionId } = subject;
    const key = { tenantId, session: sessionId };
    const stored = storePlan({ plan, settled, version: followedPoll });
    const record = planRecord(numbering, availCount, stored);
    const text = Buffer.from(JSON.stringify(record));
    const packed = text.length > leastPackedBytes ? zstdCompressSync(text) : text;
    const at = { nowMs: clock.now(), context: sessionPlace(key) };
    return { ...key, channelId, plan: sealHourly(secretKey, purpose, packed, at) };
  }

  #takeRoom({ tenantId, channelId, plan }: SealedPlan): boolean {
    const most = this.#options.mostSessions(channelId) * planLimits.hourlyBytesOfSession;
    return this.#room.take(tenantId, plan.length, most);
  }

  /** Logs once per outage of the database. */
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

  /** The plan of a session that this process does not know, as it was stored last; see `SessionReads`. */
  async find(session: PlaybackSession): Promise<PlanRecord | undefined | typeof unread> {
    return this.#options.store && !session.isMonitor ? this.#reads.find(session) : undefined;
  }

  async #read(sessions: readonly SessionKey[]): Promise<Map<string, PlanRecord>> {
    const { store, secretKey } = this.#options;
    const rows = (await store?.ofSessions(sessions)) ?? [];
    return new Map(
      rows.flatMap((row) => {
        const packed = openHourly(secretKey, purpose, row.plan, sessionPlace(row));
        const record = packed && readRecord(packed);
        return record ? [[sessionPlace(row), record] as const] : [];
      }),
    );
  }

  /** Writes the waiting plans, with one more attempt while the database is away. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    await withTimeout(this.#writing ?? Promise.resolve(), planLimits.stopWithinMs, () => undefined);
  }
}

/** Undefined for a record of another version. */
function readRecord(packed: Buffer): PlanRecord | undefined {
  const text = packed[0] === brace ? packed : zstdDecompressSync(packed);
  return planRecordOf(JSON.parse(text.toString('utf8')));
}
