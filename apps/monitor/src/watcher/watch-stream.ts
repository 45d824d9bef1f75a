/** Watches one stream without an end: a source, or an output as one session of it plays. */
import {
  type Answer,
  beginWatch,
  dueLooks,
  forgetFindings,
  type Look,
  nextLookMs,
  takeAnswer,
  type WatchPlan,
  type WatchState,
} from '@interlude/audit';
import { DomainError } from '@interlude/contract/errors';
import { type Clock, keptBytes, type SourceBudget } from '@interlude/runtime';
import { monitorLimits, monitorPace } from '../monitor-limits.ts';
import type { ManifestRead, ManifestSize, ReadManifest } from './read-manifest.ts';
import type { Wait } from './wait.ts';

/** One look, and what the judge made of it. */
export interface StreamLook extends ManifestRead {
  readonly rendition: string;
  readonly before: WatchState;
  readonly after: WatchState;
  /** Epoch ms when the answer was complete. */
  readonly nowMs: number;
  /** Does work on this manifest when it is its turn. */
  readonly inTurn: <T>(work: () => T) => Promise<T>;
}

export interface StreamOptions {
  /** Called for each opening: a session begins with a key that expires. */
  readonly plan: () => Omit<WatchPlan, 'durationMs'>;
  readonly read: ReadManifest;
  /** Memory of this stream, and turns of work; closed at the end. */
  readonly budget: Pick<SourceBudget, 'memory' | 'work'>;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Ms of the processor's time, from any beginning. */
  readonly processorMs: () => number;
  readonly onLook: (look: StreamLook) => void | Promise<void>;
  /** A look could not be judged: the stream is opened anew. */
  readonly onError: (error: unknown) => void;
  /** Opened anew after this time, ms; left out = never. */
  readonly reopenMs?: number;
  /** Opened after this time, ms; left out = at once. */
  readonly firstAfterMs?: number;
}

/** Time on the network, in addition to the time that a stitcher may hold an answer, ms. */
const marginMs = 500;
/** Renditions that are read at one moment. */
const sideBySide = 3;
/** Above these the findings of the judge, which the monitor has taken, are dropped. */
const mostFolded = 100;
const mostBytes = 256 * 1024 * 1024;

/** Drops the findings of the judge when there are too many: it would keep them for ever. */
export function trimmedWatch(state: WatchState): WatchState {
  return state.folded.size > mostFolded || state.bytes > mostBytes ? forgetFindings(state) : state;
}

/**
 * Timeout of a look: one and a half reload intervals after its begin. A playlist may stay unchanged for so long (RFC
 * 8216 §6.2.2), and a stitcher holds an answer no longer while it decides a break. The length of an MPD's segments is
 * not known here, so it has a timeout of at least `heldMpdMs`.
 */
function timeoutOf({ manifests, stream }: WatchState, { rendition }: Look): number {
  const { leastManifestMs, heldMpdMs, manifestMs } = monitorLimits;
  const known = manifests.find((one) => one.rendition === rendition)?.reloadMs;
  const leastMs = stream?.protocol === 'DASH' ? heldMpdMs : leastManifestMs;
  const allowedMs = known === undefined ? manifestMs : 1.5 * known + marginMs;
  return Math.min(manifestMs, Math.max(leastMs, allowedMs));
}

/** Reload interval of the manifest of a look, ms; undefined until it was read. */
export function reloadOf({ before, rendition }: StreamLook): number | undefined {
  return before.manifests.find((one) => one.rendition === rendition)?.reloadMs;
}

/** Number of looks that a look counts as: two, when it failed and took a reload interval or longer. */
export function looksOf(look: StreamLook): number {
  const reloadMs = reloadOf(look) ?? Number.POSITIVE_INFINITY;
  return look.answer.kind === 'failed' && look.tookMs >= reloadMs ? 2 : 1;
}

/** Limits of the memory that a stream alone does not reach. */
const ofOthers: ReadonlySet<unknown> = new Set(['company', 'server']);

/**
 * Books a manifest in the memory of its stream. A stream beyond its own limit counts as unreadable: a player keeps as
 * much, too.
 */
function remember(
  { memory }: Pick<SourceBudget, 'memory'>,
  part: string,
  { answer, size }: ManifestRead,
): Answer {
  if (answer.kind === 'failed') return answer;
  try {
    memory.keep(part, keptBytes(size) * monitorLimits.rememberedForms);
    return answer;
  } catch (error) {
    if (!(error instanceof DomainError) || ofOthers.has(error.details['reason'])) throw error;
    return { kind: 'failed', reason: error.message, bytes: answer.bytes };
  }
}

class WatchedStream {
  readonly #options: StreamOptions;
  readonly #signal: AbortSignal;
  #state: WatchState | undefined;
  #busyMs = 0;

  constructor(options: StreamOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  #begin(): WatchState {
    const { plan, clock, budget } = this.#options;
    budget.memory.clear();
    return beginWatch({ ...plan(), durationMs: Number.POSITIVE_INFINITY }, clock.now());
  }

  /** The stream as it is now; opened anew when it is over or old. */
  async #opened(): Promise<WatchState> {
    const { clock, wait, reopenMs } = this.#options;
    const state = this.#state;
    if (state === undefined) return this.#begin();
    if (nextLookMs(state) === undefined) {
      await wait(monitorPace.reopenMs, this.#signal);
      return this.#begin();
    }
    const isOld = reopenMs !== undefined && clock.now() - state.startedAtMs >= reopenMs;
    return isOld ? this.#begin() : state;
  }

  async #inTurn<T>(size: ManifestSize, work: () => T): Promise<T> {
    const { budget, processorMs } = this.#options;
    return budget.work(size, () => {
      const startedAt = processorMs();
      try {
        return work();
      } finally {
        this.#busyMs += processorMs() - startedAt;
      }
    });
  }

  async #take(look: Look, read: ManifestRead, nowMs: number, before: WatchState) {
    const { onLook, budget } = this.#options;
    const { rendition } = look;
    const answer = remember(budget, rendition, read);
    const inTurn = <T>(work: () => T) => this.#inTurn(read.size, work);
    const started = { ...look, startedAtMs: nowMs - read.tookMs };
    const after = await inTurn(() => takeAnswer(before, started, answer, nowMs));
    await onLook({ ...read, answer, rendition, before, after, nowMs, inTurn });
    return after;
  }

  /** The looks that are due, and a pause. */
  async look(): Promise<void> {
    const { clock, wait, read } = this.#options;
    const signal = this.#signal;
    const opened = await this.#opened();
    let state = opened;
    this.#state = state;
    await wait((nextLookMs(state) ?? clock.now()) - clock.now(), signal);
    if (signal.aborted) return;
    const looks = dueLooks(state, clock.now()).slice(0, sideBySide);
    const answers = await Promise.all(
      looks.map(async (look) => ({
        look,
        read: await read(look.url, signal, timeoutOf(opened, look)),
        nowMs: clock.now(),
      })),
    );
    this.#busyMs = 0;
    for (const { look, read: answer, nowMs } of answers.toSorted((a, b) => a.nowMs - b.nowMs)) {
      // A request that the monitor itself aborted is not counted against the origin or the stitchers.
      if (signal.aborted) return;
      state = await this.#take(look, answer, nowMs, state);
    }
    this.#state = trimmedWatch(state);
    await wait(this.#busyMs * monitorLimits.pauseFactor, signal);
  }

  /** Drops the state of a stream that could not be judged, and waits before it is opened anew. */
  async forget(): Promise<void> {
    this.#state = undefined;
    this.#options.budget.memory.clear();
    await this.#options.wait(monitorPace.reopenMs, this.#signal);
  }
}

/** Watches a stream until the signal aborts; an error ends a look, never the watch. */
export async function watchStream(options: StreamOptions, signal: AbortSignal): Promise<void> {
  await options.wait(options.firstAfterMs ?? 0, signal);
  const stream = new WatchedStream(options, signal);
  while (!signal.aborted) {
    await stream.look().catch((error: unknown) => {
      options.onError(error);
      return stream.forget();
    });
  }
  options.budget.memory.close();
}
