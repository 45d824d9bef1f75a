/**
 * The clock that a DASH source names (UTCTiming, rule D12): whether it answers, and how far it is from ours.
 * Outputs announce the source's clock while it answers and ours when it does not; segment availability is reckoned
 * on the announced clock.
 */
import type { Mpd } from '@interlude/dash';
import type { Clock, Egress } from '@interlude/runtime';

const limits = {
  timeoutMs: 1_000,
  maxBytes: 1_024,
  /** Clocks that are requested per source. */
  clocks: 3,
  askAgainMs: 600_000,
  afterFailureMs: 60_000,
  /**
   * Clocks that differ by less are taken as equal, ms: their answers have whole seconds and are delayed on the network.
   */
  sameMs: 1_000,
} as const;

const requested = /^urn:mpeg:dash:utc:http-(head|xsdate|iso):201[24]$/i;

interface NamedClock {
  readonly kind: string;
  readonly url: string;
}

/** The clocks of an MPD that are requested by HTTP, in its order of preference (23009-1 5.8.5.7). */
function namedClocks({ utcTimings }: Mpd, mpdUrl: string): NamedClock[] {
  const clocks = utcTimings.flatMap(({ schemeIdUri, value = '' }) => {
    const kind = requested.exec(schemeIdUri.trim())?.[1]?.toLowerCase();
    const urls = value
      .trim()
      .split(/\s+/)
      .filter((url) => url !== '' && URL.canParse(url, mpdUrl));
    return kind === undefined ? [] : urls.map((url) => ({ kind, url: new URL(url, mpdUrl).href }));
  });
  return clocks.slice(0, limits.clocks);
}

/** Last result of the clocks that a source names. */
export interface ClockAnswer {
  /** Clock of the source minus ours, ms. */
  readonly aheadMs: number;
  /** The source names clocks, and none of them answers. */
  readonly isSilent: boolean;
}

export class SourceClock {
  readonly #egress: Pick<Egress, 'request'>;
  readonly #clock: Clock;
  #named = '';
  #isSilent = false;
  #aheadMs = 0;
  #requestedMs = Number.NEGATIVE_INFINITY;

  constructor(egress: Pick<Egress, 'request'>, clock: Clock) {
    this.#egress = egress;
    this.#clock = clock;
  }

  /** Now on the clock that players of this source use, epoch ms. */
  now(): number {
    return this.#clock.now() + this.#aheadMs;
  }

  /** The source names clocks, and none of them answers. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  get answer(): ClockAnswer {
    return { aheadMs: this.#aheadMs, isSilent: this.#isSilent };
  }

  /** Takes the result of another stitcher. */
  take({ aheadMs, isSilent }: ClockAnswer): void {
    this.#aheadMs = aheadMs;
    this.#isSilent = isSilent;
  }

  /** Requests the clocks when that is due; resolves with their answers, after a second at the latest. Never rejects. */
  async follow(mpd: Mpd, mpdUrl: string): Promise<void> {
    const clocks = namedClocks(mpd, mpdUrl);
    const named = clocks.map(({ url }) => url).join(' ');
    const dueMs = this.#requestedMs + (this.#isSilent ? limits.afterFailureMs : limits.askAgainMs);
    const nowMs = this.#clock.now();
    if (named === this.#named && nowMs < dueMs) {
      return;
    }
    this.#named = named;
    this.#requestedMs = nowMs;
    const answers = await Promise.all(clocks.map((clock) => this.#readClock(clock)));
    const aheadMs = answers.find((answer) => answer !== undefined);
    this.#isSilent = clocks.length > 0 && aheadMs === undefined;
    const isSame = Math.abs((aheadMs ?? 0) - this.#aheadMs) < limits.sameMs;
    if (!isSame) {
      this.#aheadMs = Math.abs(aheadMs ?? 0) < limits.sameMs ? 0 : (aheadMs ?? 0);
    }
  }

  /** Its time minus ours, ms; undefined without a valid answer. */
  async #readClock({ kind, url }: NamedClock): Promise<number | undefined> {
    const startedMs = this.#clock.now();
    try {
      const { status, headers, body } = await this.#egress.request({
        url,
        method: kind === 'head' ? 'HEAD' : 'GET',
        timeoutMs: limits.timeoutMs,
        maxBytes: limits.maxBytes,
      });
      const text = kind === 'head' ? (headers['date'] ?? '') : body.toString('utf8').trim();
      const announcedMs = status === 200 ? Date.parse(text) : Number.NaN;
      const aheadMs = announcedMs - (startedMs + this.#clock.now()) / 2;
      return Number.isNaN(aheadMs) ? undefined : Math.round(aheadMs);
    } catch {
      return undefined;
    }
  }
}
