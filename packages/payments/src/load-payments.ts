/** The payment provider of the configuration. */
import type { Payments } from './payments.ts';

export interface PaymentSettings {
  readonly stripeSecretKey?: string | undefined;
  readonly stripeWebhookSecret?: string | undefined;
  readonly stripeApiUrl: string;
}

/**
 * The library of the provider is read only where a key is set.
 * @returns undefined without one
 * @see OP-39
 */
export async function loadPayments(settings: PaymentSettings): Promise<Payments | undefined> {
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  const { createStripePayments } = await import('./stripe/stripe-payments.ts');
  return createStripePayments({ secretKey, webhookSecret, apiUrl: stripeApiUrl });
}
