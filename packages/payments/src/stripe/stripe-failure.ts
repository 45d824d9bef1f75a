/**
 * Turns errors of Stripe into errors of the catalogue. Stripe's text may name keys and ids: the cause keeps only type,
 * code, status and request id.
 */
import { DomainError, domainError } from '@interlude/contract/errors';
import Stripe from 'stripe';

/** Parameters of a customer that a person can correct. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/^tax_id|^value$|^type$/, 'the tax ID'],
  [/email/, 'the contact email'],
  [/phone/, 'the phone number'],
  [/address/, 'the address'],
];

function refusedField({ code, param }: InstanceType<typeof Stripe.errors.StripeError>): string {
  if (code === 'tax_id_invalid') return 'the tax ID';
  return fields.find(([pattern]) => pattern.test(param ?? ''))?.[1] ?? 'the request';
}

/** Error of the catalogue for one of the Stripe library; any other error is returned as it is. */
export function paymentFailure(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code = '', statusCode = 0, requestId = '' } = error;
  const cause = new Error(`Stripe: ${type} ${code} ${statusCode} ${requestId}`.trim());
  const isRefused = type === 'StripeInvalidRequestError' && statusCode === 400;
  return isRefused
    ? domainError('PAYMENTS_REFUSED', { field: refusedField(error) }, cause)
    : domainError('PAYMENTS_FAILED', {}, cause);
}

/** Whether the error means that Stripe has no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/**
 * Whether Stripe has an event of this identifier, so that it was counted when it was sent before. Older answers have no
 * code.
 * @see Stripe API, error codes, duplicate_meter_event
 */
export function isCounted(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { code, message } = error;
  return code === 'duplicate_meter_event' || message.startsWith('An event already exists with ');
}
