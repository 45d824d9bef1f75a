/**
 * Sends ad requests in turn: no more at a time than a process can carry, no more a second than the channel allows its
 * ad server, and no more in one turn of the event loop than playlists can wait for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Egress, TenantEgresses } from '@interlude/runtime';
import pLimit from 'p-limit';
import type { AdRequestTurns } from '../ad-request-turns/ad-request-turns.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import {
  type AdDecision,
  type AdDecisionRequest,
  channelTools,
  decideAds,
  notRequested,
  type SharedTools,
} from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';
import { LoopTurns } from './loop-turns.ts';

export interface PacedRequest extends Omit<AdDecisionRequest, 'deadlineMs' | 'channel'> {
  readonly channel: ChannelEntry;
  /** Epoch ms. */
  readonly giveUpAtMs: number;
}

/**
 * Names the ad server of an address: its origin (RFC 6454); where tokens keep the address from parsing, its text up to
 * the path.
 */
function serverOf(url: string): string {
  return URL.canParse(url)
    ? new URL(url).origin
    : url
        .split(/(?<!\/)\/(?!\/)/, 1)
        .join()
        .slice(0, 300);
}

/** Timers count whole milliseconds and may come one too early: what is left then is waited for. */
async function sleepAtLeast(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = untilMs - performance.now()) {
    await sleep(Math.ceil(leftMs), undefined, { ref: false });
  }
}

/** Answers are handed on in turns of the event loop. */
function inTurns(egress: TenantEgresses<'request'>, turns: LoopTurns): TenantEgresses<'request'> {
  const request =
    (of: Pick<Egress, 'request'>): Egress['request'] =>
    async (asked) => {
      const answer = await of.request(asked);
      await turns.take();
      return answer;
    };
  return { forTenant: (tenantId) => ({ request: request(egress.forTenant(tenantId)) }) };
}

export class PacedRequests {
  readonly #tools: SharedTools;
  readonly #clock: Clock;
  readonly #loop = new LoopTurns(decisionLimits.handledAtOnce);
  readonly #turns: Pick<AdRequestTurns, 'take'> | undefined;
  readonly #limit = pLimit(decisionLimits.parallel);

  /** @param turns left out: ad servers get as many requests as there are */
  constructor(tools: SharedTools, clock: Clock, turns: Pick<AdRequestTurns, 'take'> | undefined) {
    this.#tools = { ...tools, egress: inTurns(tools.egress, this.#loop) };
    this.#clock = clock;
    this.#turns = turns;
  }

  /**
   * Calls `decideAds` when the turn of the request has come.
   * @param answerMs least time for the answer: a request whose turn leaves less is not sent (`AD_REQUEST_RATE`)
   * @returns undefined when the deadline passed while the request waited in this process
   */
  async send(request: PacedRequest, answerMs: number): Promise<AdDecision | undefined> {
    const untilMs = request.giveUpAtMs - answerMs;
    const turnMs = await this.#turnMs(request, untilMs - this.#clock.now());
    if (turnMs === undefined) {
      return notRequested('AD_REQUEST_RATE', request.context.transactionId);
    }
    await sleepAtLeast(turnMs);
    return this.#limit(async (): Promise<AdDecision | undefined> => {
      await this.#loop.take();
      const leftMs = request.giveUpAtMs - this.#clock.now();
      const deadlineMs = Math.min(leftMs, decisionLimits.longestDeadlineMs);
      const tools = channelTools(this.#tools, request.channel);
      return deadlineMs > 0 ? decideAds({ ...request, deadlineMs }, tools) : undefined;
    });
  }

  async #turnMs(
    { channel, adSource }: PacedRequest,
    withinMs: number,
  ): Promise<number | undefined> {
    const perSecond = channel.settings.adRequestsPerSecond;
    if (this.#turns === undefined || perSecond <= 0 || adSource.url === '') {
      return 0;
    }
    const server = serverOf(adSource.url);
    return this.#turns.take({
      ...{ tenantId: channel.tenantId, server, perSecond },
      withinMs: Math.max(0, withinMs),
    });
  }
}
