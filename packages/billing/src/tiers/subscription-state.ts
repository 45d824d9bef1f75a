/** Maps the status of a subscription at the payment provider to the state of the company's subscription. */
import type { SubscriptionState } from '@interlude/contract';

/** State of a subscription that was requested. */
type State = Exclude<SubscriptionState, 'none'>;

/** By Stripe's status; an unknown status changes nothing. */
const states: ReadonlyMap<string, State> = new Map<string, State>([
  ['trialing', 'active'],
  ['active', 'active'],
  ['incomplete', 'pending'],
  ['past_due', 'pastDue'],
  ['paused', 'pastDue'],
  ['unpaid', 'unpaid'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
]);

/**
 * @see Stripe, "How subscriptions work", subscription statuses
 * @returns undefined for a status that is not known
 */
export function subscriptionState(status: string): State | undefined {
  return states.get(status);
}

/** Whether a company has the limits of its tier: also while a payment is late, but not when it is unpaid. */
export function grantsTier(state: SubscriptionState): boolean {
  return state === 'active' || state === 'pastDue';
}
