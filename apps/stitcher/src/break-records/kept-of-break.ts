/**
 * Chooses the sessions of a break whose stages are kept: of monitors, with losses, the first one, and one in a hundred.
 */
import type { LossReason, RecordKind } from '@interlude/contract';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { recordLimits } from './record-limits.ts';

/** Whether the session is one of the sampled hundredth: by its mark, the same in every process. */
function isSampled({ mark }: Pick<PlaybackSession, 'mark'>): boolean {
  let number = 0;
  for (let index = 0; index < 8; index += 1) {
    number = (number * 131 + mark.charCodeAt(index)) % 1_000_003;
  }
  return number % recordLimits.sampleOf === 0;
}

/** Counts the sessions of one break that are kept, by the reason to keep them. */
export class KeptOfBreak {
  readonly #kept = new Map<RecordKind, number>();
  readonly #ofReason = new Map<LossReason, number>();

  #count(kind: RecordKind): number {
    return this.#kept.get(kind) ?? 0;
  }

  /** @param reason of the largest loss; undefined: nothing was lost */
  #kindOf(session: PlaybackSession, reason: LossReason | undefined): RecordKind | undefined {
    const { monitor, lost, lostOfReason, sampled } = recordLimits;
    if (session.isMonitor) {
      return this.#count('monitor') < monitor ? 'monitor' : undefined;
    }
    const ofReason = reason === undefined ? 0 : (this.#ofReason.get(reason) ?? 0);
    if (reason !== undefined && this.#count('lost') < lost && ofReason < lostOfReason) {
      return 'lost';
    }
    if (this.#kept.size === 0) {
      return 'first';
    }
    return isSampled(session) && this.#count('sampled') < sampled ? 'sampled' : undefined;
  }

  /** Decides whether a session is kept, and counts it. @returns why it is; undefined: it is not */
  take(session: PlaybackSession, reason: LossReason | undefined): RecordKind | undefined {
    const kind = this.#kindOf(session, reason);
    if (kind !== undefined) {
      this.#kept.set(kind, this.#count(kind) + 1);
    }
    if (kind === 'lost' && reason !== undefined) {
      this.#ofReason.set(reason, (this.#ofReason.get(reason) ?? 0) + 1);
    }
    return kind;
  }
}
