/** Sums of breaks over the sessions of this process, until they leave for the spool: one event a break and second. */
import { AddedSums, type AskedServer, type BreakSums } from '@interlude/reporting';
import type { Clock } from '@interlude/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import { recordLimits } from './record-limits.ts';

/** A break of a channel, as it is counted. */
export interface CountedBreak {
  readonly tenantId: string;
  readonly channelId: string;
  /** See `countedBreakId`. */
  readonly breakId: string;
  /** Epoch ms. */
  readonly startedAtMs: number;
}

export class BreakLedger {
  readonly #recorder: EventRecorder;
  readonly #clock: Clock;
  /** A break may stand here twice, when another process began some of its sessions: the fold adds them up. */
  readonly #sums = new Map<CountedBreak, AddedSums>();

  constructor(recorder: EventRecorder, clock: Clock) {
    this.#recorder = recorder;
    this.#clock = clock;
  }

  #added(of: CountedBreak): AddedSums {
    const known = this.#sums.get(of);
    if (known) {
      return known;
    }
    if (this.#sums.size >= recordLimits.summedBreaks) {
      this.flush();
    }
    const added = new AddedSums(of.startedAtMs);
    this.#sums.set(of, added);
    return added;
  }

  add(of: CountedBreak, sums: Partial<BreakSums>): void {
    this.#added(of).add(sums);
  }

  /** Counts requests to ad servers for one session. */
  ask(of: CountedBreak, asked: readonly AskedServer[]): void {
    const added = this.#added(of);
    for (const one of asked) {
      added.ask(one);
    }
  }

  /** Hands the sums to the spool. */
  flush(): void {
    const atMs = this.#clock.now();
    const events = [...this.#sums].map(([of, added]) => ({
      type: 'break' as const,
      atMs,
      tenant: of.tenantId,
      channel: of.channelId,
      session: '',
      viewer: '',
      breakId: of.breakId,
      sums: added.sums,
    }));
    this.#sums.clear();
    this.#recorder.note(...events);
  }
}
