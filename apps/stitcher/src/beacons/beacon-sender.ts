/**
 * Sends beacons to ad servers' trackers: few connections per host, up to 3 tries on 5xx, timeouts and network errors,
 * no retry on 4xx, a bounded queue. The caller makes sure that the event fires once; a tracker that fails never affects
 * the viewer.
 */
import { DomainError } from '@interlude/contract/errors';
import { type Clock, type Egress, withTimeout } from '@interlude/runtime';
import type { BeaconSubject } from '../break-records/beacon-subject.ts';

/** Limits of outgoing beacons, with units. */
export const beaconLimits = {
  timeoutMs: 3_000,
  maxBytes: 65_536,
  tries: 3,
  /** No retry is scheduled later than this after the beacon was queued first. */
  giveUpAfterMs: 60_000,
  retryAfterMs: 1_000,
  activePerHost: 32,
  active: 256,
  /** Beacons that wait for a connection or a retry; beyond it new ones are dropped and counted. */
  waiting: 20_000,
  /** How long a stop waits for beacons under way. */
  drainMs: 3_000,
} as const;

type BeaconLimits = { readonly [Key in keyof typeof beaconLimits]: number };

/** Dimensions of the reports under which a beacon is counted. */
export interface CountedBeacon {
  readonly creative: string;
  readonly campaign: string;
  /** When its event happened, epoch ms. */
  readonly atMs: number;
}

export interface Beacon {
  /** Idempotency key: the same for every try of the same beacon, also after a restart; none for errors. */
  readonly id?: string | undefined;
  /** Macros already expanded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** VAST event name, or `error`. */
  readonly event: string;
  readonly channelId: string;
  readonly sessionId: string;
  /** For the record of its break; undefined when a dead process owed the beacon. */
  readonly about?: BeaconSubject | undefined;
  /** For the reports; undefined when a dead process owed the beacon. */
  readonly counted?: CountedBeacon | undefined;
}

/** Records the states of a beacon, so that it is not sent twice when the process is killed. */
export interface BeaconLedger {
  /** Resolves when it is on the disk that this beacon is being sent. */
  sending(id: string): Promise<void>;
  failed(id: string): void;
  givenUp(id: string): void;
}

export type BeaconOutcome = 'sent' | 'rejected' | 'failed' | 'forbidden' | 'dropped';

export interface BeaconSenderOptions {
  /** Egress of the company whose beacon it is. */
  readonly egressOf: (beacon: Beacon) => Pick<Egress, 'request'>;
  readonly clock: Clock;
  /** Called once per beacon, with its outcome. */
  readonly report: (beacon: Beacon, outcome: BeaconOutcome, tries: number, reason: string) => void;
  readonly limits?: Partial<BeaconLimits> | undefined;
  readonly ledger?: BeaconLedger | undefined;
}

interface Waiting {
  readonly beacon: Beacon;
  readonly firstAtMs: number;
  tries: number;
}

interface Lane {
  active: number;
  readonly queue: Waiting[];
}

/** Lets a tracker recognise a repetition (draft-ietf-httpapi-idempotency-key-header). */
const idHeader = 'idempotency-key';

/** Host and port of an address; '' when it cannot be parsed. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

export class BeaconSender {
  readonly #options: BeaconSenderOptions;
  readonly #limits: BeaconLimits;
  readonly #lanes = new Map<string, Lane>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #active = 0;
  #queued = 0;
  #stopped = false;
  #idle: (() => void)[] = [];

  constructor(options: BeaconSenderOptions) {
    this.#options = options;
    this.#limits = { ...beaconLimits, ...options.limits };
  }

  /** Beacons that wait for a connection or a retry. */
  get waiting(): number {
    return this.#queued + this.#retries.size;
  }

  send(beacon: Beacon): void {
    if (this.#stopped || this.waiting >= this.#limits.waiting) {
      this.#options.report(beacon, 'dropped', 0, 'the queue is full');
      return;
    }
    this.#enqueue({ beacon, firstAtMs: this.#options.clock.now(), tries: 0 });
  }

  #enqueue(waiting: Waiting): void {
    const host = hostOf(waiting.beacon.url);
    let lane = this.#lanes.get(host);
    if (!lane) {
      lane = { active: 0, queue: [] };
      this.#lanes.set(host, lane);
    }
    lane.queue.push(waiting);
    this.#queued += 1;
    this.#pump(host, lane);
  }

  #pump(host: string, lane: Lane): void {
    while (lane.active < this.#limits.activePerHost && this.#active < this.#limits.active) {
      const waiting = lane.queue.shift();
      if (!waiting) {
        break;
      }
      this.#queued -= 1;
      lane.active += 1;
      this.#active += 1;
      void this.#try(waiting).finally(() => {
        lane.active -= 1;
        this.#active -= 1;
        this.#pump(host, lane);
        this.#pumpOthers();
        this.#settle();
      });
    }
    if (lane.active === 0 && lane.queue.length === 0) {
      this.#lanes.delete(host);
    }
  }

  /** Sends from lanes that waited for a connection of `active`, not for one of their host. */
  #pumpOthers(): void {
    if (this.#queued === 0) {
      return;
    }
    for (const [host, lane] of this.#lanes) {
      if (lane.queue.length > 0) {
        this.#pump(host, lane);
      }
    }
  }

  async #try(waiting: Waiting): Promise<void> {
    const { beacon } = waiting;
    waiting.tries += 1;
    const { timeoutMs, maxBytes } = this.#limits;
    const { id } = beacon;
    try {
      if (id !== undefined) {
        await this.#options.ledger?.sending(id);
      }
      const { url } = beacon;
      const headers = id === undefined ? beacon.headers : { ...beacon.headers, [idHeader]: id };
      const answer = await this.#options
        .egressOf(beacon)
        .request({ url, headers, timeoutMs, maxBytes });
      if (answer.status >= 500) {
        this.#again(waiting, `status ${answer.status}`);
      } else {
        const outcome = answer.status >= 400 ? 'rejected' : 'sent';
        this.#options.report(beacon, outcome, waiting.tries, `status ${answer.status}`);
      }
    } catch (error) {
      this.#failed(waiting, error);
    }
  }

  #failed(waiting: Waiting, error: unknown): void {
    const code = error instanceof DomainError ? error.code : undefined;
    if (code === 'FETCH_TOO_LARGE') {
      // The tracker has answered; the size of its answer does not matter.
      this.#options.report(waiting.beacon, 'sent', waiting.tries, code);
    } else if (code === 'URL_FORBIDDEN') {
      this.#options.report(waiting.beacon, 'forbidden', waiting.tries, code);
    } else {
      this.#again(waiting, error instanceof Error ? error.message : String(error));
    }
  }

  #again(waiting: Waiting, reason: string): void {
    const { tries, giveUpAfterMs, retryAfterMs } = this.#limits;
    const delayMs = retryAfterMs * 2 ** (waiting.tries - 1) * (0.5 + Math.random());
    const tooLate = this.#options.clock.now() + delayMs - waiting.firstAtMs > giveUpAfterMs;
    const { id } = waiting.beacon;
    if (waiting.tries >= tries || tooLate) {
      this.#options.report(waiting.beacon, 'failed', waiting.tries, reason);
      if (id !== undefined) {
        this.#options.ledger?.givenUp(id);
      }
      return;
    }
    if (id !== undefined) {
      this.#options.ledger?.failed(id);
    }
    if (this.#stopped) {
      this.#options.report(waiting.beacon, 'failed', waiting.tries, reason);
      return;
    }
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.#enqueue(waiting);
    }, delayMs);
    this.#retries.add(timer);
  }

  #settle(): void {
    if (this.#active === 0 && this.waiting === 0) {
      for (const resolve of this.#idle.splice(0)) {
        resolve();
      }
    }
  }

  /** Resolves when nothing waits or runs. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#settle();
    });
  }

  /** Takes no new beacons and gives those under way a little time; returns how many were left. */
  async stop(): Promise<number> {
    this.#stopped = true;
    await withTimeout(this.idle(), this.#limits.drainMs, () => undefined);
    const left = this.waiting + this.#active;
    for (const retry of this.#retries) {
      clearTimeout(retry);
    }
    return left;
  }
}
