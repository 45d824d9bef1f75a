/**
 * Receives webhook messages of Stripe. They have no token but a signature over the bytes of the body, so the body is
 * kept as received. A message names the changed object, whose state is then read from Stripe.
 */
import type { Payments } from '@interlude/payments';
import type { FastifyInstance } from 'fastify';
import type { BillingService } from './billing-service.ts';

export const stripeEventsPath = '/api/v2/billing/stripe-events';
/** The largest messages are invoices with their lines. */
const maxBytes = 262_144;

export async function serveStripeEvents(
  app: FastifyInstance,
  {
    payments,
    billing,
  }: { readonly payments: Payments | undefined; readonly billing: BillingService },
): Promise<void> {
  if (payments === undefined) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'string', bodyLimit: maxBytes } as const;
    scope.addContentTypeParser('*', parser, (_request, body, done) => done(null, body));
    scope.post(stripeEventsPath, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = typeof request.body === 'string' ? request.body : '';
      const event =
        typeof signature === 'string' ? await payments.readEvent(body, signature) : undefined;
      void reply.header('cache-control', 'no-store');
      if (event === undefined) return reply.code(400).send({ received: false });
      await billing.take(event);
      return reply.send({ received: true });
    });
  });
}
