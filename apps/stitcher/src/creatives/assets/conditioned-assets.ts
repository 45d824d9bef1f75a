/**
 * Which creatives are conditioned for a channel. Known states are in memory; an unknown creative is looked up within
 * the decision, and its job is requested in the background: no break waits for an encoder. Changes in the database
 * invalidate the states in memory.
 */
import { type Clock, type Logger, withTimeout } from '@interlude/runtime';
import pLimit from 'p-limit';
import { assetLimits } from './asset-limits.ts';
import type {
  AssetChange,
  AssetRepository,
  ClipAnswer,
  ClipRequest,
  ReadyAsset,
} from './asset-repository.ts';
import { ClipLookups } from './clip-lookups.ts';
import { NewClipBudget } from './new-clip-budget.ts';
import type { StoredPackages } from './stored-packages.ts';

export type ClipState = { readonly state: 'ready'; readonly asset: ReadyAsset } | NotReady;

interface NotReady {
  /** `new`: its job is requested or running, or cannot be created now; `failed`: given up after failed jobs. */
  readonly state: 'new' | 'failed';
  /** Encodings of the creative in other profiles, newest first: one that fits the channel plays meanwhile (ADR 0032). */
  readonly others: readonly ReadyAsset[];
}

interface Entry {
  readonly tenantId: string;
  /** What it is while `answer` is pending counts as new. */
  known: ClipState | undefined;
  readonly answer: Promise<ClipState>;
  /** Epoch ms: from then on it is looked up anew; Infinity while it is being found out. */
  untilMs: number;
  /** Epoch ms: when it is not ready, no job is requested before. */
  askAgainMs: number;
}

/** No job is due to be requested yet: the state before the look-up still holds. */
interface Unchanged {
  readonly state: 'unchanged';
  readonly known: NotReady;
}

/** How a look-up ended, with the encodings that play meanwhile. */
type Settled =
  | Extract<ClipAnswer, { state: 'ready' }>
  | {
      readonly state: Exclude<ClipAnswer['state'], 'ready'>;
      readonly others: readonly ReadyAsset[];
    }
  | Unchanged;

export interface ConditionedAssetsOptions {
  readonly repository: AssetRepository;
  readonly packages: Pick<StoredPackages, 'learn'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const keepMs: Readonly<Record<ClipAnswer['state'], number>> = {
  ready: assetLimits.readyMs,
  encoding: assetLimits.encodingMs,
  failed: assetLimits.failedMs,
  impossible: assetLimits.impossibleMs,
};

const isNew: NotReady = { state: 'new', others: [] };

export class ConditionedAssets {
  readonly #options: ConditionedAssetsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #lookups: ClipLookups;
  readonly #limit = pLimit(assetLimits.parallel);
  readonly #budget: NewClipBudget;
  readonly #underWay = new Set<Promise<void>>();
  #unwatch: (() => void) | undefined;

  constructor(options: ConditionedAssetsOptions) {
    this.#options = options;
    this.#lookups = new ClipLookups(options.repository);
    this.#budget = new NewClipBudget(options.clock);
  }

  /** Without the database it serves what it knows; the others are new. */
  async start(): Promise<void> {
    try {
      this.#unwatch = await this.#options.repository.watch((change) => this.#applyChange(change));
    } catch (error) {
      this.#options.logger.error({ error }, 'changes of conditioned creatives cannot be watched');
    }
  }

  async stop(): Promise<void> {
    this.#unwatch?.();
    await Promise.all(this.#underWay);
  }

  /** Never rejects; new when the signal aborts before it is known. A new creative's job is requested in the background. */
  async find(request: ClipRequest, signal: AbortSignal): Promise<ClipState> {
    const key = `${request.tenantId} ${request.hash} ${request.clipId}`;
    const entry = this.#fresh(key) ?? this.#begin(key, request);
    if (entry.known) {
      return entry.known;
    }
    return withTimeout(entry.answer, assetLimits.lookupMs, (): ClipState => isNew, signal);
  }

  #fresh(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.untilMs <= this.#options.clock.now()) {
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #begin(key: string, request: ClipRequest): Entry {
    const { known, askAgainMs = 0 } = this.#entries.get(key) ?? {};
    const isDue = askAgainMs <= this.#options.clock.now();
    const requested = isDue || known?.state === 'ready' ? undefined : known?.state;
    const entry: Entry = {
      tenantId: request.tenantId,
      // One that was ready stays so while it is looked up again.
      known: known?.state === 'ready' ? known : undefined,
      answer: this.#lookUp(request, requested, (answer) => this.#settle(key, entry, answer)),
      untilMs: Number.POSITIVE_INFINITY,
      askAgainMs,
    };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#evict();
    return entry;
  }

  /**
   * @param requested the state before, while no job is due to be requested again
   * @param settle gets the final answer, also when that takes longer than the answer
   */
  async #lookUp(
    request: ClipRequest,
    requested: NotReady['state'] | undefined,
    settle: (answer: Settled) => void,
  ): Promise<ClipState> {
    let others: readonly ReadyAsset[] = [];
    try {
      const found = await this.#lookups.find(request.tenantId, request);
      const { asset } = found;
      if (asset) {
        settle({ state: 'ready', asset });
        return { state: 'ready', asset };
      }
      others = found.others;
      for (const other of others) {
        this.#options.packages.learn(request.tenantId, other);
      }
      if (requested) {
        const known: NotReady = { state: requested, others };
        settle({ state: 'unchanged', known });
        return known;
      }
    } catch (error) {
      this.#options.logger.warn({ error }, 'conditioned creatives cannot be looked up');
      settle({ state: 'impossible', others });
      return isNew;
    }
    const assetRequest = this.#requestAsset(request).then((answer) =>
      settle(answer.state === 'ready' ? answer : { state: answer.state, others }),
    );
    this.#underWay.add(assetRequest);
    void assetRequest.finally(() => this.#underWay.delete(assetRequest));
    return { state: 'new', others };
  }

  /** Never rejects. */
  async #requestAsset(request: ClipRequest): Promise<ClipAnswer> {
    const { tenantId, channelId, clipId } = request;
    const { logger, repository } = this.#options;
    if (!this.#budget.take(tenantId, `${request.hash} ${clipId}`)) {
      logger.warn({ tenantId, channelId }, 'too many new creatives: some are not submitted');
      return { state: 'impossible', reason: 'too many new creatives' };
    }
    try {
      const answer = await this.#limit(() => repository.request(request));
      if (answer.state === 'impossible') {
        const { reason } = answer;
        logger.warn({ tenantId, channelId, clipId, reason }, 'a creative cannot be conditioned');
      } else {
        logger.info({ tenantId, channelId, clipId, state: answer.state }, 'a new creative');
      }
      return answer;
    } catch (error) {
      logger.error({ error, tenantId, channelId, clipId }, 'a creative could not be submitted');
      return { state: 'impossible', reason: 'it could not be submitted' };
    }
  }

  #settle(key: string, entry: Entry, answer: Settled): void {
    if (answer.state === 'unchanged') {
      entry.known = answer.known;
      entry.untilMs = entry.askAgainMs;
      return;
    }
    if (answer.state === 'ready') {
      this.#options.packages.learn(entry.tenantId, answer.asset);
      entry.known = { state: 'ready', asset: answer.asset };
    } else {
      const { others } = answer;
      entry.known = { state: answer.state === 'failed' ? 'failed' : 'new', others };
    }
    entry.askAgainMs = this.#options.clock.now() + keepMs[answer.state];
    // A change that came meanwhile has taken it out: then it is looked up anew.
    if (this.#entries.get(key) === entry) {
      entry.untilMs = entry.askAgainMs;
    }
  }

  #applyChange(change: AssetChange): void {
    for (const [key, entry] of this.#entries) {
      if (change !== undefined && change.tenantId !== entry.tenantId) {
        continue;
      }
      const { known } = entry;
      const state = known?.state;
      switch (change?.kind) {
        case 'removed':
          this.#forget(key, known?.state === 'ready' || (known?.others.length ?? 0) > 0);
          break;
        case 'jobs':
          // Jobs come and go all the time; only what was given up waits for one to be archived.
          this.#forget(key, state === 'failed');
          break;
        case 'ready':
          // It may be any of the creatives in work: they are looked up again, no job is requested again.
          this.#forget(key, state === undefined);
          entry.untilMs = state === 'ready' ? entry.untilMs : 0;
          break;
        default:
          this.#forget(key, true);
      }
    }
  }

  #forget(key: string, isMeant: boolean): void {
    if (isMeant) {
      this.#entries.delete(key);
    }
  }

  #evict(): void {
    for (const [key, { untilMs }] of this.#entries) {
      if (this.#entries.size <= assetLimits.entries) {
        return;
      }
      if (untilMs !== Number.POSITIVE_INFINITY) {
        this.#entries.delete(key);
      }
    }
  }
}
