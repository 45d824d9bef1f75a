/** Prices and limits of tiers (SUB-010 to SUB-013), in euro cents. A term begins on the day of subscribing. */
import type { Tenant } from './tenant.ts';

export interface TierPlan {
  /** Of 1,000 ad events. */
  readonly cpmCents: number;
  /** Months of a term; 0: the free days of the trial. */
  readonly termMonths: number;
  /** Ad events of a term that are paid for whether they are used or not. */
  readonly committedAdEvents: number;
  /** Least price of a term. */
  readonly minimumFeeCents: number;
  /** Concurrent playback sessions of all channels, over all stitchers. */
  readonly sessions: number;
}

/** Days of a trial. */
export const trialDays = 30;

/** Plans by tier. The minimum fee is the price of the committed ad events. */
export const tierPlans: Readonly<Record<Tenant['tier'], TierPlan>> = {
  trial: {
    cpmCents: 0,
    termMonths: 0,
    committedAdEvents: 0,
    minimumFeeCents: 0,
    sessions: 500,
  },
  basic: {
    cpmCents: 89,
    termMonths: 1,
    committedAdEvents: 100_000,
    minimumFeeCents: 9_900,
    sessions: 1_000,
  },
  professional: {
    cpmCents: 69,
    termMonths: 12,
    committedAdEvents: 5_000_000,
    minimumFeeCents: 345_000,
    sessions: 100_000,
  },
  // Customer-set: the cluster is the customer's own. This is the dimension that the service agreement names.
  enterprise: {
    cpmCents: 49,
    termMonths: 24,
    committedAdEvents: 10_000_000,
    minimumFeeCents: 490_000,
    sessions: 100_000,
  },
};
