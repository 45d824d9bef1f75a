/** Interface of a payment provider. Amounts are never an argument: they follow from the tier. */
import type { PaidTier } from '@interlude/billing';
import type { BillingDetails } from '@interlude/contract';

export interface PaymentCustomer {
  readonly tenantId: string;
  /** Stored id of the customer; empty when none was created, or its creation was interrupted. */
  readonly customerId: string;
  readonly email: string;
  readonly details: BillingDetails;
}

export interface PaymentSubscriptionRequest {
  readonly tenantId: string;
  readonly customerId: string;
  readonly tier: PaidTier;
  /** Revision of the company's subscription; each has one subscription, however often it is requested. */
  readonly revision: number;
  /** Start of its first period, epoch ms. */
  readonly anchorMs: number;
}

export interface PaymentSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Company for which it was created; empty, and `revision` 0, when the platform did not create it. */
  readonly tenantId: string;
  readonly revision: number;
  /** Status as the provider names it, e.g. `past_due`. */
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
  /** Period of the usage, epoch ms. */
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  readonly address: string;
  readonly createdMs: number;
}

export interface UsageReport {
  /** The provider counts reports with one identifier once, for at least a day. */
  readonly identifier: string;
  readonly customerId: string;
  readonly adEvents: number;
  readonly atMs: number;
}

/** Event of the provider, with the id of its object; the state of the object is read from the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly kind: 'subscription' | 'invoice' | 'other';
  readonly objectId: string;
}

/** Operations of a payment provider. Errors of all of them: PAYMENTS_FAILED, PAYMENTS_REFUSED. */
export interface Payments {
  /** Creates or updates the customer. @returns its id */
  saveCustomer(customer: PaymentCustomer): Promise<string>;
  /** Gives the subscription of this revision; creates it when there is none. */
  subscribe(request: PaymentSubscriptionRequest): Promise<PaymentSubscription>;
  /** Ends the company's subscriptions of earlier revisions and invoices their usage. */
  endSubscriptions(customerId: string, tenantId: string, beforeRevision: number): Promise<void>;
  /** Undefined when the provider has no such subscription. */
  findSubscription(id: string): Promise<PaymentSubscription | undefined>;
  findInvoice(id: string): Promise<PaymentInvoice | undefined>;
  report(usage: UsageReport): Promise<void>;
  /** Ad events that the provider has counted between two times (whole minutes, epoch ms). */
  reported(customerId: string, fromMs: number, toMs: number): Promise<number>;
  /** Address of the provider's pages for a customer. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Reads a message of the provider; undefined when its signature is wrong or older than five minutes. */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
}
