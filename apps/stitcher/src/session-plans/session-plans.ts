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

const version = 1;

/** What a row holds. Readers skip fields that they do not know. */
export interface PlanRecord {
  readonly v: number;
  /** Of the source, see `BreakSource`: numbers of another one say nothing. */
  readonly numbering: string;
  readonly availCount: number;
  readonly plan: StoredPlan;
  /** Of a plan that has just begun: when, epoch ms. */
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

/** Undefined for what another version wrote, or is none. */
export function planRecordOf(value: unknown): PlanRecord | undefined {
  const isRecord = typeof value === 'object' && value !== null && 'v' in value;
  return isRecord && value.v === version ? (value as PlanRecord) : undefined;
}

/** Of the plan of a session that was stored last, or waits. */
interface Last {
  readonly numbering: string;
  /** Epoch ms. */
  readonly atMs: number;
}

const purpose = 'session plans';
/** Every text here begins with it, and no compressed one does. */
const brace = 0x7b;
const leastPackedBytes = 4_096;

export class SessionPlans {
  readonly #options: SessionPlansOptions;
  /** By session: the numbering of its source. */
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
  return planRecordOf(JSON.parse(text.toString('utf8')));
}
