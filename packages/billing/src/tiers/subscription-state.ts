/** What a state of the payment provider means for the company. */
import type { SubscriptionState } from '@interlude/contract';

/** Of a subscription that was asked for. */
type State = Exclude<SubscriptionState, 'none'>;

/** By Stripe's word; a word that is not known changes nothing. */
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

/** Whether a company has the limits of what it subscribed to. Who pays late keeps them; who does not pay does not. */
export function grantsTier(state: SubscriptionState): boolean {
  return state === 'active' || state === 'pastDue';
}
