/** What Interlude asks of a payment provider. Amounts are never an argument: they follow from the tier. */
import type { PaidTier } from '@interlude/billing';
import type { BillingDetails } from '@interlude/contract';

export interface PaymentCustomer {
  readonly tenantId: string;
  /** As it is stored; empty: none was made, or its making was cut short. */
  readonly customerId: string;
  readonly email: string;
  readonly details: BillingDetails;
}

export interface PaymentSubscriptionRequest {
  readonly tenantId: string;
  readonly customerId: string;
  readonly tier: PaidTier;
  /** Of the company; there is one subscription for each, however often it is asked for. */
  readonly revision: number;
  /** When its first period begins, epoch ms. */
  readonly anchorMs: number;
}

export interface PaymentSubscription {
  readonly id: string;
  readonly customerId: string;
  /** What it was made for; empty or 0 where somebody else made it. */
  readonly tenantId: string;
  readonly revision: number;
  /** The provider's word. */
  readonly status: string;
}

export interface PaymentInvoice {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly status: string;
  readonly currency: string;
  /** Net, cents. */
  readonly amountCents: number;
  /** Of usage, epoch ms. */
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  readonly address: string;
  readonly createdMs: number;
}

export interface UsageReport {
  /** The provider counts an identifier once, for a day at least. */
  readonly identifier: string;
  readonly customerId: string;
  readonly adEvents: number;
  readonly atMs: number;
}

/** Something that happened at the provider, with the id of what it happened to; the rest is read from the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly kind: 'subscription' | 'invoice' | 'other';
  readonly objectId: string;
}

/** Errors of all of them: PAYMENTS_FAILED, PAYMENTS_REFUSED. */
export interface Payments {
  /** Makes the customer or brings it up to date. @returns its id */
  saveCustomer(customer: PaymentCustomer): Promise<string>;
  /** The subscription of this revision: the one that is there, else a new one. */
  subscribe(request: PaymentSubscriptionRequest): Promise<PaymentSubscription>;
  /** Ends those of the company before a revision, and has their use invoiced. */
  endSubscriptions(customerId: string, tenantId: string, beforeRevision: number): Promise<void>;
  /** Undefined: the provider knows none. */
  findSubscription(id: string): Promise<PaymentSubscription | undefined>;
  findInvoice(id: string): Promise<PaymentInvoice | undefined>;
  report(usage: UsageReport): Promise<void>;
  /** Ad events that the provider has counted, from one time to another (whole minutes, epoch ms). */
  reported(customerId: string, fromMs: number, toMs: number): Promise<number>;
  /** Address of the provider's pages for a customer. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** A message of the provider. Undefined: its signature is not right, or older than five minutes. */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
}
