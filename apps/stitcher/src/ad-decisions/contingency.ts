/**
 * Contingency ads (`contingencyAds`): the answer to an ad request that names no viewer, for sessions whose own request
 * fails. It is sent once per break and kind of device; until it yields ads, the newest answer with ads serves for up to
 * an hour.
 */
import type { AvailContext, Device, ViewerContext } from '@interlude/ad-requests';
import { type Clock, withTimeout } from '@interlude/runtime';
import type { AdFallbackReason, Avail } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { AdDecision } from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';

/**
 * Reasons that call for contingency ads: there is no usable answer, or the request had no turn. An answer without ads
 * is accepted as such.
 */
const failures: ReadonlySet<AdFallbackReason> = new Set<AdFallbackReason>([
  ...(['AD_SERVER_UNREACHABLE', 'AD_SERVER_TIMEOUT', 'AD_REQUEST_RATE'] as const),
  ...(['VAST_INVALID', 'WRAPPER_LIMIT'] as const),
]);

/** Whether a session with this ad decision (undefined: none in time) gets contingency ads. */
export const hasFailed = (ads: AdDecision | undefined): boolean =>
  ads === undefined || (ads.reason !== undefined && failures.has(ads.reason));

interface Asked {
  readonly breakId: string;
  readonly ads: Promise<AdDecision | undefined>;
}

interface Answered {
  readonly ads: AdDecision;
  readonly atMs: number;
}

interface Kept {
  asked: Asked;
  newest: Answered | undefined;
}

export interface ContingencyRequest {
  readonly viewer: ViewerContext;
  readonly context: AvailContext;
}

/** The viewer context of a request that names no viewer: only kind of device and User-Agent are left. */
function nobody({ userAgent, device }: ViewerContext): ViewerContext {
  const query = new URLSearchParams();
  return { ip: '', forwardedFor: '', referer: '', acceptLanguage: '', userAgent, device, query };
}

const sessionOf = (device: Device) => `contingency-${device}`;

export class ContingencyAds {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Requests the contingency ads of a break, unless that was done already. Runs in the background; `find` waits for the
   * answer.
   */
  prepare(
    channel: Pick<ChannelEntry, 'id' | 'revision'>,
    { breakId }: Pick<Avail, 'breakId'>,
    { viewer, context }: ContingencyRequest,
    send: (request: ContingencyRequest) => Promise<AdDecision | undefined>,
  ): void {
    const key = this.#keyOf(channel, viewer);
    const known = this.#kept.get(key);
    if (known?.asked.breakId === breakId) {
      return;
    }
    const request = {
      viewer: nobody(viewer),
      context: { ...context, sessionId: sessionOf(viewer.device), breakIndex: 1 },
    };
    const ads = send(request).catch(() => undefined);
    const kept: Kept = { asked: { breakId, ads }, newest: known?.newest };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > decisionLimits.contingencies && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    void ads.then((answer) => {
      if (answer !== undefined && answer.reason === undefined) {
        kept.newest = { ads: answer, atMs: this.#clock.now() };
      }
    });
  }

  /**
   * Contingency ads of the break prepared last when they arrive within `withinMs`, else those of an earlier break;
   * undefined: none.
   */
  async find(
    channel: Pick<ChannelEntry, 'id' | 'revision'>,
    viewer: ViewerContext,
    withinMs: number,
  ): Promise<AdDecision | undefined> {
    const kept = this.#kept.get(this.#keyOf(channel, viewer));
    if (!kept) {
      return undefined;
    }
    const own = await withTimeout(kept.asked.ads, Math.max(1, withinMs), () => undefined);
    if (own !== undefined && own.reason === undefined) {
      return own;
    }
    const { newest } = kept;
    const isFresh = newest && this.#clock.now() - newest.atMs < decisionLimits.contingencyKeptMs;
    return isFresh ? newest.ads : undefined;
  }

  #keyOf({ id, revision }: Pick<ChannelEntry, 'id' | 'revision'>, { device }: ViewerContext) {
    return `${id} ${revision} ${device}`;
  }
}
