/** The stages of the sessions that are kept, on their way to the database. */
import type { ChannelSettings, RecordStage } from '@interlude/contract';
import { creativeKey, type RecordToWrite, serverKey } from '@interlude/persistence';
import { serverOf } from '@interlude/reporting';
import { type Clock, newId } from '@interlude/runtime';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { CountedBreak } from './break-ledger.ts';
import { ByteBudgets } from './byte-budgets.ts';
import type { KeptOfBreak } from './kept-of-break.ts';
import { recordLimits } from './record-limits.ts';
import { RecordQueue, type RecordQueueOptions } from './record-queue.ts';
import type { RecordedDecision } from './recorded-decision.ts';
import type { SessionShare } from './session-share.ts';
import {
  creativeIdsOf,
  type Detail,
  decisionStages,
  recordMask,
  type Stage,
} from './stage-details.ts';

export interface KeptStagesOptions extends Omit<RecordQueueOptions, 'write'> {
  readonly clock: Clock;
  /** Left out: no stages are kept. */
  readonly writeRecords?: RecordQueueOptions['write'] | undefined;
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

/** Keys by which a session in a break is searched: ad servers, and ids of creatives. */
function keysOf({ requests, ads }: RecordedDecision): string[] {
  const keys = [
    ...requests.map(({ url }) => serverKey(serverOf(url))),
    ...ads.flatMap(creativeIdsOf).map(creativeKey),
  ];
  return [...new Set(keys)].slice(0, recordLimits.keys);
}

export class KeptStages {
  readonly #options: KeptStagesOptions;
  readonly #queue: RecordQueue;
  readonly #budgets: ByteBudgets;
  /** Until when further stages are kept, epoch ms, by session and counted break; the oldest first. */
  readonly #sessions = new Map<string, number>();
  /** Decisions whose stages are written with the next flush. */
  readonly #due: (() => void)[] = [];

  constructor(options: KeptStagesOptions) {
    const { writeRecords = async () => undefined, ...more } = options;
    this.#options = options;
    this.#queue = new RecordQueue({ ...more, write: writeRecords });
    this.#budgets = new ByteBudgets(options.clock);
  }

  /** Keeps the stages of a decision, where its session is a kept one. @returns whether it is */
  decided(
    session: PlaybackSession,
    of: CountedBreak,
    kept: KeptOfBreak,
    { share, decision }: { readonly share: SessionShare; readonly decision: RecordedDecision },
  ): boolean {
    if (!this.#options.writeRecords) {
      return false;
    }
    const { worst, lostMs } = share.lost;
    const reason = worst?.reason;
    const kind = kept.take(session, reason);
    if (kind === undefined) {
      return false;
    }
    this.#remember(session.mark, of);
    // Texts are masked with the next flush: other sessions wait for their decisions now.
    this.#due.push(() => {
      const head = { kept: kind, lostMs, reason, keys: keysOf(decision) };
      this.#writeDecision(session, of, decision, head);
    });
    return true;
  }

  #writeDecision(
    session: PlaybackSession,
    of: CountedBreak,
    decision: RecordedDecision,
    head: NonNullable<RecordToWrite['head']>,
  ): void {
    const mask = recordMask(session, this.#options.findSettings(of.channelId));
    const stages = decisionStages(decision, mask);
    const bytes = JSON.stringify([head, stages]).length;
    if (this.#budgets.take(of.channelId, bytes, head.kept === 'monitor')) {
      for (const [index, stage] of stages.entries()) {
        this.#write(of, session.mark, stage, index === 0 ? head : undefined);
      }
    }
  }

  /** Remembers a session by its mark, because its beacons may end after it. */
  #remember(mark: string, { breakId }: CountedBreak): void {
    const nowMs = this.#options.clock.now();
    this.#sessions.set(`${mark} ${breakId}`, nowMs + recordLimits.openMs);
    for (const [key, untilMs] of this.#sessions) {
      if (untilMs > nowMs && this.#sessions.size <= recordLimits.keptSessions) {
        break;
      }
      this.#sessions.delete(key);
    }
  }

  has(mark: string, breakId: string): boolean {
    return this.#sessions.has(`${mark} ${breakId}`);
  }

  /** A stage after the decision, of a session whose stages are kept. */
  add(of: CountedBreak, mark: string, stage: RecordStage, detail: Detail): void {
    if (this.#budgets.take(of.channelId, JSON.stringify(detail).length, true)) {
      this.#write(of, mark, { stage, atMs: this.#options.clock.now(), detail });
    }
  }

  #write(
    { tenantId, channelId, breakId }: CountedBreak,
    session: string,
    { stage, atMs, detail }: Stage,
    head?: RecordToWrite['head'],
  ): void {
    const id = newId(this.#options.clock.now());
    const record = { id, tenantId, channelId, breakId, session, atMs, stage, head, detail };
    this.#queue.add(record, recordLimits.rowBytes + JSON.stringify(detail).length);
  }

  /** Writes the stages that wait. Never rejects. */
  flush(): Promise<void> {
    for (const write of this.#due.splice(0)) {
      write();
    }
    return this.#queue.flush();
  }
}
