/**
 * Contingency ads (`contingencyAds`): the answer to a request that names no viewer, for sessions whose own request comes to
 * nothing. It is sent once for each break and kind of device; the newest answer with ads of the last hour serves.
 */
import type { AvailContext, Device, ViewerContext } from '@interlude/ad-requests';
import { type Clock, withTimeout } from '@interlude/runtime';
import type { AdFallbackReason, Avail } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { AdDecision } from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';

/** The ad server has not answered, or was not asked. One that answers without ads has none. */
const failures: ReadonlySet<AdFallbackReason> = new Set<AdFallbackReason>([
  ...(['AD_SERVER_UNREACHABLE', 'AD_SERVER_TIMEOUT', 'AD_REQUEST_RATE'] as const),
  ...(['VAST_INVALID', 'WRAPPER_LIMIT'] as const),
]);

/** Whether a session with this answer gets contingency ads. */
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

/** What is said of nobody: the kind of device, and a User-Agent of that kind. */
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

  /** Requests those of a break, unless that was done. Nobody waits for them yet. */
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

  /** Those of this break when they are there within the time, else of an earlier one. */
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
