/**
 * Bounds the requests that a viewer's request may cause. One address names a playlist of a hundred items with forty
 * renditions each, and fifty breaks whose ads name others: a request for it pays out of the budget of the session, and
 * all sessions of a tenant out of that of the tenant. Live sources need none: they are polled once for all viewers.
 */
import { domainError } from '@interlude/contract/errors';
import type { Clock, Egress } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { TenantCreatives } from '../creatives/creative-library.ts';
import { tenantFetches, vodLimits } from './vod-limits.ts';

/** Pays for one request. @throws {DomainError} FETCH_BUDGET_SPENT */
export type Pay = () => void;

interface Bucket {
  left: number;
  /** Epoch ms. */
  filledMs: number;
}

const spent = (whose: string) => domainError('FETCH_BUDGET_SPENT', { whose });

function purse(most: number, whose: string): Pay {
  let left = most;
  return () => {
    if (left <= 0) {
      throw spent(whose);
    }
    left -= 1;
  };
}

export interface SessionBudget {
  readonly source: Pay;
  readonly ads: Pay;
}

/** @see rule SEC-S30 */
export class FetchBudgets {
  readonly #clock: Clock;
  readonly #stitchers: () => number;
  /** Token buckets by tenant. */
  readonly #buckets = new Map<string, Bucket>();
  readonly #sessions = new WeakMap<object, SessionBudget>();

  /** @param stitchers that share the budgets of companies */
  constructor(clock: Clock, stitchers: () => number = () => 1) {
    this.#clock = clock;
    this.#stitchers = stitchers;
  }

  /** The budget of a session, which it keeps. */
  of(session: object, channel: ChannelEntry): SessionBudget {
    const known = this.#sessions.get(session);
    if (known) {
      return known;
    }
    const both = (own: Pay): Pay => {
      return () => {
        own();
        this.#payOf(channel);
      };
    };
    const made = {
      source: both(purse(vodLimits.sourceFetches, 'session')),
      ads: both(purse(vodLimits.adFetches, 'session')),
    };
    this.#sessions.set(session, made);
    return made;
  }

  #payOf({ tenantId, tier }: ChannelEntry): void {
    const share = 1 / this.#stitchers();
    const perSecond = tenantFetches[tier].perSecond * share;
    const burst = Math.ceil(tenantFetches[tier].burst * share);
    const nowMs = this.#clock.now();
    const bucket = this.#buckets.get(tenantId) ?? { left: burst, filledMs: nowMs };
    const gained = (Math.max(0, nowMs - bucket.filledMs) * perSecond) / 1000;
    bucket.left = Math.min(burst, bucket.left + gained);
    bucket.filledMs = nowMs;
    this.#buckets.set(tenantId, bucket);
    if (bucket.left < 1) {
      throw spent('company');
    }
    bucket.left -= 1;
  }
}

/** An egress whose requests are paid. */
export function paid(egress: Pick<Egress, 'request'>, pay: Pay): Pick<Egress, 'request'> {
  return {
    request: async (request) => {
      pay();
      return egress.request(request);
    },
  };
}

/** Creatives that are paid for even if another session has read them: so each session gets a bounded number of them. */
export function paidCreatives(creatives: TenantCreatives, pay: Pay): TenantCreatives {
  return {
    find: async (...wanted) => {
      try {
        pay();
      } catch {
        return { reason: 'CREATIVE_UNREACHABLE', timedOut: false };
      }
      return creatives.find(...wanted);
    },
  };
}
