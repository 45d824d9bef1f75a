/**
 * Finds the creatives that are conditioned for a channel. Known states are in memory; an unknown creative is looked up
 * within the decision, and its job is requested in the background: no break waits for an encoder. Changes in the
 * database invalidate the states in memory.
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
  /** Encodings of the creative in other profiles, newest first: one that fits plays meanwhile (ADR 0032). */
  readonly others: readonly ReadyAsset[];
}

interface Entry {
  readonly tenantId: string;
  /** Undefined while `answer` is pending, which counts as new, unless the creative was ready before. */
  known: ClipState | undefined;
  /** The state to answer when `answer` takes too long. */
  readonly before: ClipState;
  readonly answer: Promise<ClipState>;
  /** Epoch ms: from then on the creative is looked up anew; Infinity during a look-up. */
  untilMs: number;
  /** Epoch ms: no job is requested before for a creative that is not ready. */
  askAgainMs: number;
}

/** Enters the state at the end of a look-up; 'unchanged': no job is due to be requested yet. */
type Settle = (state: ClipAnswer['state'] | 'unchanged', known: ClipState) => ClipState;

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

  /** Watches changes. Without the database known states are served, and other creatives are new. */
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

  /**
   * The state of a creative; the one before, else new, when a look-up takes too long. A new job is requested in the
   * background. Never rejects.
   */
  async find(request: ClipRequest, signal: AbortSignal): Promise<ClipState> {
    const key = `${request.tenantId} ${request.hash} ${request.clipId}`;
    const entry = this.#fresh(key) ?? this.#begin(key, request);
    if (entry.known) {
      return entry.known;
    }
    return withTimeout(entry.answer, assetLimits.lookupMs, () => entry.before, signal);
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
    const { known: before = isNew, askAgainMs = 0 } = this.#entries.get(key) ?? {};
    const isDue = askAgainMs <= this.#options.clock.now();
    const entry: Entry = {
      tenantId: request.tenantId,
      // A creative that was ready stays so while it is looked up again.
      known: before.state === 'ready' ? before : undefined,
      before,
      answer: this.#lookUp(request, { before, isDue }, (state, known) =>
        this.#settle(key, entry, state, known),
      ),
      untilMs: Number.POSITIVE_INFINITY,
      askAgainMs,
    };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#evict();
    return entry;
  }

  /**
   * @param last the state before, and whether a job is due to be requested again
   * @param settle called with the final state, also when that comes after the returned one
   */
  async #lookUp(
    request: ClipRequest,
    { before, isDue }: { readonly before: ClipState; readonly isDue: boolean },
    settle: Settle,
  ): Promise<ClipState> {
    const { packages, logger } = this.#options;
    const { tenantId } = request;
    try {
      const { asset, others } = await this.#lookups.find(tenantId, request);
      if (asset) {
        return settle('ready', { state: 'ready', asset });
      }
      for (const other of others) {
        packages.learn(tenantId, other);
      }
      if (!isDue && before.state !== 'ready') {
        return settle('unchanged', { state: before.state, others });
      }
      this.#requestInBackground(request, others, settle);
      return { state: 'new', others };
    } catch (error) {
      logger.warn({ error }, 'conditioned creatives cannot be looked up');
      // Without the database the state before is the best known.
      return settle('impossible', before);
    }
  }

  #requestInBackground(request: ClipRequest, others: readonly ReadyAsset[], settle: Settle): void {
    const assetRequest = this.#requestAsset(request).then((answer) => {
      const state = answer.state === 'failed' ? 'failed' : 'new';
      settle(answer.state, answer.state === 'ready' ? answer : { state, others });
    });
    this.#underWay.add(assetRequest);
    void assetRequest.finally(() => this.#underWay.delete(assetRequest));
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

  #settle(key: string, entry: Entry, state: Parameters<Settle>[0], known: ClipState): ClipState {
    entry.known = known;
    if (known.state === 'ready') {
      this.#options.packages.learn(entry.tenantId, known.asset);
    }
    if (state !== 'unchanged') {
      entry.askAgainMs = this.#options.clock.now() + keepMs[state];
    }
    // A change that came meanwhile has removed the entry: then the creative is looked up anew.
    if (state === 'unchanged' || this.#entries.get(key) === entry) {
      entry.untilMs = entry.askAgainMs;
    }
    return known;
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
          // A look-up under way may have read what is gone now.
          this.#forget(key, known?.state === 'ready' || known?.others.length !== 0);
          break;
        case 'jobs':
          // Jobs change all the time; only creatives that were given up depend on it: an archived job lets them be
          // requested again.
          this.#forget(key, state === 'failed');
          break;
        case 'ready':
          // The change names no creative: all that are in work are looked up again, without another request for a job.
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
