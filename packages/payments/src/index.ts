/** A payment provider behind one interface; Node only. Its library is loaded only where a key is set. */
export { loadPayments, type PaymentSettings } from './load-payments.ts';
export type {
  PaymentCustomer,
  PaymentEvent,
  PaymentInvoice,
  PaymentSubscription,
  PaymentSubscriptionRequest,
  Payments,
  UsageReport,
} from './payments.ts';
