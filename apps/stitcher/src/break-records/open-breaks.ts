/**
 * Breaks that are not over in all their sessions. Until then a break may move, end early or be cancelled: once the edge
 * of the source has passed it, the difference from the decision is counted.
 */
import type { Clock } from '@interlude/runtime';
import type { PlannedBreak } from '@interlude/stitching';
import type { PolledSource } from '../origin/polled-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { BreakLedger, CountedBreak } from './break-ledger.ts';
import { KeptOfBreak } from './kept-of-break.ts';
import { recordLimits } from './record-limits.ts';
import { plannedShare } from './recorded-decision.ts';
import type { SessionShare } from './session-share.ts';

/** One session in one break. */
export interface SessionEntry {
  readonly session: PlaybackSession;
  /** Id of the break in the plan of the session. */
  readonly breakId: string;
  readonly of: CountedBreak;
  readonly share: SessionShare;
  /** Its stages are kept. */
  readonly isKept: boolean;
}

export interface OpenBreak {
  readonly of: CountedBreak;
  readonly openedAtMs: number;
  readonly kept: KeptOfBreak;
  /** Sessions whose plan may still change. */
  readonly entries: Set<SessionEntry>;
  /** When the edge of the source reached it, epoch ms. */
  begunAtMs: number | undefined;
  /** Its length is counted. */
  isObserved: boolean;
}

export type RecordedSource = Pick<PolledSource, 'breaks' | 'knownUntilMs' | 'timing'>;

export interface OpenBreaksOptions {
  readonly clock: Clock;
  readonly ledger: BreakLedger;
  readonly findSource: (channelId: string) => RecordedSource | undefined;
  /** Called once a session, when the break is over in it. */
  readonly onSettled: (entry: SessionEntry, planned: PlannedBreak) => void;
}

const keyOf = ({ channelId, breakId }: Pick<CountedBreak, 'channelId' | 'breakId'>) =>
  `${channelId} ${breakId}`;

const plannedOf = ({ session, breakId }: SessionEntry) =>
  session.plan?.breaks.find((planned) => planned.breakId === breakId);

export class OpenBreaks {
  readonly #options: OpenBreaksOptions;
  readonly #breaks = new Map<string, OpenBreak>();
  #settling: Promise<void> | undefined;

  constructor(options: OpenBreaksOptions) {
    this.#options = options;
  }

  find(of: Pick<CountedBreak, 'channelId' | 'breakId'>): OpenBreak | undefined {
    return this.#breaks.get(keyOf(of));
  }

  /** The break as it was counted first: another session may have seen its start later. */
  open(of: CountedBreak): OpenBreak {
    const known = this.find(of);
    if (known) {
      return known;
    }
    const opened: OpenBreak = {
      of,
      openedAtMs: this.#options.clock.now(),
      kept: new KeptOfBreak(),
      entries: new Set(),
      begunAtMs: undefined,
      isObserved: false,
    };
    this.#breaks.set(keyOf(of), opened);
    const [oldest] = this.#breaks.keys();
    if (this.#breaks.size > recordLimits.openBreaks && oldest !== undefined) {
      this.#breaks.delete(oldest);
    }
    return opened;
  }

  /** Counts how breaks that are over differ from their decisions, with pauses. One call at a time. */
  settle(): Promise<void> {
    this.#settling ??= this.#settleAll().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    const nowMs = this.#options.clock.now();
    let count = 0;
    for (const [key, opened] of this.#breaks) {
      const source = this.#options.findSource(opened.of.channelId);
      const isOld = nowMs - opened.openedAtMs > recordLimits.openMs;
      for (const entry of opened.entries) {
        this.#look(entry, opened, isOld ? undefined : source);
        count += 1;
        if (count % recordLimits.settledAtOnce === 0) {
          await new Promise(setImmediate);
        }
      }
      this.#observe(opened, source);
      if (isOld) {
        this.#breaks.delete(key);
      }
    }
  }

  /** @param source undefined: no reading will follow, so that the entry is settled as it is */
  #look(entry: SessionEntry, opened: OpenBreak, source: RecordedSource | undefined): void {
    const planned = plannedOf(entry);
    const liveDelayMs = entry.session.plan?.liveDelayMs ?? 0;
    const edgeMs = source ? source.knownUntilMs - liveDelayMs : Number.POSITIVE_INFINITY;
    if (planned && edgeMs > planned.startMs) {
      opened.begunAtMs ??= this.#options.clock.now();
    }
    // A break that the plan has forgotten is over.
    const endMs = planned?.endMs ?? Number.NEGATIVE_INFINITY;
    if (edgeMs >= endMs + recordLimits.settleAfterMs) {
      opened.entries.delete(entry);
      this.#settleOne(entry, opened, planned);
    }
  }

  #settleOne(
    entry: SessionEntry,
    { of, begunAtMs }: OpenBreak,
    planned: PlannedBreak | undefined,
  ): void {
    const { session, share } = entry;
    const { ledger, onSettled } = this.#options;
    const hasLeft = begunAtMs !== undefined && session.lastSeenMs < begunAtMs;
    const isNews = hasLeft || planned !== undefined;
    const now = planned ? plannedShare(share.decided, planned) : share.decided;
    const counted = hasLeft ? share.leave() : share.become(now);
    // The monitor's sessions are no viewers.
    if (isNews && !session.isMonitor) {
      ledger.add(of, counted);
    }
    if (planned) {
      onSettled(entry, planned);
    }
  }

  /** How long the break was, once. */
  #observe(opened: OpenBreak, source: RecordedSource | undefined): void {
    if (opened.isObserved || opened.entries.size > 0) {
      return;
    }
    const found = source?.breaks.find(({ breakId }) => breakId === opened.of.breakId);
    if (found?.state === 'closed') {
      opened.isObserved = true;
      const observedMs = Math.round((found.endMs ?? found.plannedEndMs) - found.startMs);
      this.#options.ledger.add(opened.of, { observedMs });
    }
  }
}
