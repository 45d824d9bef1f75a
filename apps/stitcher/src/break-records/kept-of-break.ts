/** Of which sessions the stages are kept: of monitors, of breaks that lost something, and of one session in a hundred. */
import type { LossReason, RecordKind } from '@interlude/contract';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { recordLimits } from './record-limits.ts';

/** The same for a session in every process. */
function isSampled({ mark }: Pick<PlaybackSession, 'mark'>): boolean {
  let number = 0;
  for (let index = 0; index < 8; index += 1) {
    number = (number * 131 + mark.charCodeAt(index)) % 1_000_003;
  }
  return number % recordLimits.sampleOf === 0;
}

/** How many sessions of one break are kept, by why they are. */
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

  /** Why this session is kept, and counts it; undefined: it is not. */
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
