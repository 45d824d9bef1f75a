/** A payment provider behind one interface; Node only. Loaded only where a key is set. */
export type {
  PaymentCustomer,
  PaymentEvent,
  PaymentInvoice,
  PaymentSubscription,
  PaymentSubscriptionRequest,
  Payments,
  UsageReport,
} from './payments.ts';
export { createStripePayments, type StripeOptions } from './stripe/stripe-payments.ts';
