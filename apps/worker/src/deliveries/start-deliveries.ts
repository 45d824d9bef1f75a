/**
 * Empties the outbox of notifications: makes mails for e-mail and sends requests to Slack and webhooks, a few at a time
 * for each company, so that a slow receiver delays its own company only.
 */
import { notificationMail } from '@interlude/mails';
import {
  type ClaimedDelivery,
  createDeliveryQueue,
  createUserSubscriptionStore,
  type Database,
  type DeliveryQueue,
  type MailPlan,
  type WaitingMails,
} from '@interlude/persistence';
import {
  type Clock,
  type Config,
  repeat,
  type TenantEgresses,
  unsubscribeKey,
} from '@interlude/runtime';
import type { WorkerEvents } from '../events.ts';
import { nextRetry, retryAfterMs } from './delivery-retries.ts';
import { offNotice } from './off-notice.ts';
import { planMails } from './plan-mails.ts';
import { requestTimeoutMs, sendRequest } from './send-request.ts';
import { slackRequest } from './slack-request.ts';
import { linkOf, type PreparedRequest, webhookRequest } from './webhook-request.ts';

/** The database notifies of new deliveries; the interval is for retries and gathered mails. */
const lookEveryMs = 2_000;
/** A delivery of a worker that died is taken by another one after this time; longer than any request. */
const leaseMs = 2 * requestTimeoutMs;
/** Requests at a time, in all and of one company. */
const maxRequests = 16;
const maxTenantRequests = 4;
/** Users whose mails are made in one round. */
const maxMailRounds = 500;

export interface DeliveriesOptions {
  readonly config: Pick<Config, 'publicUrl' | 'productName'>;
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly events: Pick<WorkerEvents, 'deliveryEnded' | 'subscriptionSwitchedOff' | 'taskFailed'>;
  /** For tests that kill workers. */
  readonly leaseMs?: number;
}

function prepare(
  delivery: ClaimedDelivery,
  config: DeliveriesOptions['config'],
  nowMs: number,
): PreparedRequest {
  return delivery.subscription.channel === 'slack'
    ? slackRequest(delivery, config)
    : webhookRequest(delivery, { publicUrl: config.publicUrl, nowMs });
}

/** One attempt of a claimed delivery, with its outcome recorded; one that is aborted is given back. */
async function deliver(
  options: DeliveriesOptions,
  queue: DeliveryQueue,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { config, clock, events } = options;
  const { subscription, tenantId } = delivery;
  try {
    const sent = await sendRequest(prepare(delivery, config, clock.now()), {
      ...{ subscription, signal },
      egress: options.egress.forTenant(tenantId),
      clock: () => performance.now(),
    });
    const { retryAfter, ...outcome } = sent;
    const nowMs = clock.now();
    const waitMs = retryAfterMs(retryAfter, nowMs);
    const retryAtMs = sent.error === '' ? undefined : nextRetry(delivery.failures, nowMs, waitMs);
    const off = await queue.finish(
      delivery,
      // Standard Webhooks: 410 Gone, "the receiver no longer wants to get these".
      { ...outcome, retryAtMs, gone: sent.status === 410 },
      offNotice(config),
    );
    events.deliveryEnded(delivery, sent.error, retryAtMs);
    if (off) events.subscriptionSwitchedOff(tenantId, subscription.id);
  } catch (error) {
    await queue.release(delivery).catch(() => undefined);
    if (!signal.aborted) throw error;
  }
}

/** Claims due deliveries and keeps their requests going, bounded in all and for each company. */
function createPump(options: DeliveriesOptions, queue: DeliveryQueue, onEnd: () => void) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const perTenant = new Map<string, number>();

  const count = (tenantId: string, by: number) => {
    const left = (perTenant.get(tenantId) ?? 0) + by;
    if (left === 0) perTenant.delete(tenantId);
    else perTenant.set(tenantId, left);
  };
  const begin = (delivery: ClaimedDelivery) => {
    count(delivery.tenantId, 1);
    const run = deliver(options, queue, delivery, stopping.signal)
      .catch((error: unknown) => options.events.taskFailed('deliveries', error))
      .finally(() => {
        running.delete(run);
        count(delivery.tenantId, -1);
        onEnd();
      });
    running.add(run);
  };
  return {
    async run(): Promise<void> {
      while (running.size < maxRequests && !stopping.signal.aborted) {
        const busyTenants = [...perTenant].flatMap(([id, requests]) =>
          requests >= maxTenantRequests ? [id] : [],
        );
        const claim = { leaseMs: options.leaseMs ?? leaseMs, busyTenants };
        const delivery = await queue.claimNext(claim);
        if (delivery === undefined) return;
        begin(delivery);
      }
    },
    async stop(): Promise<void> {
      stopping.abort(new Error('the worker stops'));
      await Promise.all(running);
    },
  };
}

function createMailPlanner({ config, database, clock }: DeliveriesOptions) {
  return ({ tenantId, userId, owner, deliveries, made }: WaitingMails): MailPlan => {
    const { productName, publicUrl } = config;
    const { email: to, ...reader } = owner;
    const frame = { ...reader, productName, publicUrl };
    const { single, digest, othersAtMs } = planMails(deliveries, made, clock.now());
    const mailOf = (group: typeof deliveries, subscriptionId: string) => {
      const key = unsubscribeKey(database.secretKey, { tenantId, userId, subscriptionId });
      const unsubscribeUrl = `${publicUrl}/unsubscribe?key=${key}`;
      const notices = group.map(({ topic, content, sentence, path, createdAtMs }) => ({
        ...{ topic, content, sentence, createdAtMs, url: linkOf(publicUrl, path) },
      }));
      return {
        mail: { to, unsubscribeUrl, ...notificationMail(frame, unsubscribeUrl, notices) },
        deliveryIds: group.map(({ id }) => id),
      };
    };
    return {
      mails: [
        ...single.map((each) => mailOf([each], each.subscriptionId)),
        ...(digest.length === 0 ? [] : [mailOf(digest, '*')]),
      ],
      othersAtMs,
    };
  };
}

/** Starts delivering; any number of workers may. */
export async function startDeliveries(
  options: DeliveriesOptions,
): Promise<{ stop(): Promise<void> }> {
  const { database, events } = options;
  const queue = createDeliveryQueue(database);
  await createUserSubscriptionStore(database).sealPlain();
  const plan = createMailPlanner(options);
  const pump = createPump(options, queue, () => requests.wake());
  const requests = repeat({
    everyMs: lookEveryMs,
    run: () => pump.run(),
    failed: (error) => events.taskFailed('deliveries', error),
  });
  const mails = repeat({
    everyMs: lookEveryMs,
    run: async () => {
      for (let round = 0; round < maxMailRounds; round += 1) {
        if (!(await queue.mailNext(plan))) return;
      }
    },
    failed: (error) => events.taskFailed('delivery-mails', error),
  });
  const unwatch = await queue.watch(() => {
    requests.wake();
    mails.wake();
  });
  return {
    async stop() {
      unwatch();
      const stopped = Promise.all([requests.stop(), mails.stop()]);
      await pump.stop();
      await stopped;
      await pump.stop();
    },
  };
}
