import { flowNames, isStorable, listQuery, subscriptionTopics } from '@interlude/contract';
import {
  createChannelStore,
  createDeliveryStore,
  createJobQueue,
  createJobStore,
  createMailStore,
  createNotificationStore,
  createUserStore,
  emitNotification,
} from '@interlude/persistence';
import { createEgress, createLogger, createMetrics } from '@interlude/runtime';
import {
  addSubscription,
  addTenant,
  addUser,
  buildChannel,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { startMailReceiver } from '@interlude/testkit/mail-receiver';
import { startSlackStandIn } from '@interlude/testkit/slack-stand-in';
import { startWebhookReceiver, type WebhookReceiver } from '@interlude/testkit/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorkerEvents } from '../events.ts';
import { createMailDelivery } from '../mails/deliver-mails.ts';
import { retryPausesMs } from './delivery-retries.ts';
import { startDeliveries } from './start-deliveries.ts';
import { signWebhook } from './webhook-request.ts';

const clock = fixedClock();
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const config = { publicUrl: 'https://console.example', productName: 'Interlude' };
let made: TemplateDatabase;
let receiver: WebhookReceiver;
beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(() => made.drop());
const running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await receiver.stop();
});

async function startWorker(...hosts: string[]) {
  const egress = createEgress({ allow: [receiver.host, ...hosts] });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const events = createWorkerEvents(logger, createMetrics());
  const worker = await startDeliveries({ config, database: made.database, egress, clock, events });
  running.push({
    stop: async () => {
      await worker.stop();
      await egress.close();
    },
  });
}

async function addMember() {
  const tenantId = await addTenant(made.database);
  return { tenantId, userId: await addUser(made.database, tenantId, { role: 'Editor' }) };
}

/** A job that ends at once: cancelled by a user. */
async function failJob(tenantId: string, by?: string) {
  const started = await createJobQueue(made.database).startJob({
    ...{ tenantId, flowName: flowNames.analysis, name: 'Autumn', inputMediaIds: [], by },
  });
  if (started.state !== 'started') throw new Error(started.state);
  await createJobStore(made.database).cancel(tenantId, started.jobId);
  return started.jobId;
}

/** Wakes the worker, as a new delivery does, after the test has moved its clock. */
const wakeWorker = () =>
  made.database.system
    .selectNoFrom((of) => of.fn('pg_notify', [of.val('deliveries'), of.val('')]).as('woken'))
    .execute();

const log = async ({ tenantId, userId }: { tenantId: string; userId: string }) => {
  const store = createDeliveryStore(made.database);
  const { rows } = await store.list(tenantId, userId, listQuery.parse({ limit: -1 }));
  return Promise.all(rows.map(async ({ id }) => store.find(tenantId, userId, id)));
};

describe('a webhook', () => {
  test('PROF-007 DATA-005 gets a failed job, signed, and its log shows request and answer', async () => {
    const member = await addMember();
    const webhookUrl = `${receiver.url}/hook`;
    await addSubscription(made.database, member, {
      ...{ channel: 'webhook', webhookUrl, webhookSecret: secret },
    });
    await startWorker();
    const jobId = await failJob(member.tenantId);
    await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('delivered'));
    const [request] = receiver.received;
    const [entry] = await log(member);
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    const payload = JSON.parse(request?.body ?? '');
    expect(payload).toMatchObject({
      type: 'workflow.jobs.failed',
      data: { id: entry?.id, link: `https://console.example/app/jobs/${jobId}` },
    });
    vi.setSystemTime(clock.now());
    expect(new Webhook(secret).verify(request?.body ?? '', { ...request?.headers })).toEqual(
      payload,
    );
    vi.useRealTimers();
    expect(entry).toMatchObject({
      attempts: 1,
      error: '',
      log: [
        { number: 1, status: 200, request: { line: `POST ${webhookUrl}` }, answer: { body: 'ok' } },
      ],
    });
  });

  test('PROF-010 a GET carries what is signed in its query, PUT and DELETE in their body', async () => {
    const member = await addMember();
    const methods = ['GET', 'PUT', 'DELETE'] as const;
    for (const webhookMethod of methods) {
      const webhookUrl = `${receiver.url}/hook?a=b`;
      await addSubscription(made.database, member, {
        ...{ channel: 'webhook', webhookUrl, webhookMethod, webhookSecret: secret },
      });
    }
    await startWorker();
    await failJob(member.tenantId);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3));
    expect(receiver.received.map(({ method }) => method).sort()).toEqual([...methods].sort());
    for (const { method, path, body, headers } of receiver.received) {
      const payload = new URL(path, receiver.url).searchParams.get('payload') ?? body;
      expect([method, body === '']).toEqual([method, method === 'GET']);
      expect(headers['webhook-signature']).toBe(
        signWebhook(secret, {
          id: headers['webhook-id'] ?? '',
          timestamp: Number(headers['webhook-timestamp']),
          body: payload,
        }),
      );
    }
  });

  test.each([
    ['fail', 'The receiver answered 500.'],
    ['busy', 'The receiver answered 503.'],
    ['redirect', 'redirects are not followed'],
    ['reset', ''],
    ['cut', ''],
  ] as const)(
    'SEC-S111 a receiver that does %s is tried again under the same id',
    async (manner, reason) => {
      receiver.manner = manner;
      const member = await addMember();
      await addSubscription(made.database, member, {
        ...{ channel: 'webhook', webhookUrl: `${receiver.url}/hook` },
      });
      await startWorker();
      await failJob(member.tenantId);
      await vi.waitFor(async () => expect((await log(member))[0]?.error).not.toBe(''));
      const [failed] = await log(member);
      expect(failed).toMatchObject({ state: 'waiting', error: expect.stringContaining(reason) });
      const waitMs = Date.parse(failed?.nextAttemptAt ?? '') - clock.now();
      expect(waitMs).toBe(manner === 'busy' ? 120_000 : 5_000);
      receiver.manner = 'ok';
      clock.advance(waitMs);
      await createDeliveryStore(made.database).sendAgain(
        member.tenantId,
        member.userId,
        failed?.id ?? '',
      );
      await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('delivered'));
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([failed?.id]),
      );
    },
  );

  test.each(['endless', 'echo'] as const)(
    'SEC-S111 an answer that is %s is received, and its beginning is kept',
    async (manner) => {
      receiver.manner = manner;
      const member = await addMember();
      await addSubscription(made.database, member, {
        ...{ channel: 'webhook', webhookUrl: `${receiver.url}/hook`, webhookSecret: secret },
      });
      await startWorker();
      await failJob(member.tenantId);
      await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('delivered'));
      const body = (await log(member))[0]?.log[0]?.answer?.body ?? '';
      expect(body.length).toBeLessThanOrEqual(2_000);
      expect(isStorable(body)).toBe(true);
    },
  );

  test('SEC-S111 is switched off after a day of failures, and its owner is notified', async () => {
    receiver.manner = 'fail';
    const member = await addMember();
    const { id } = await addSubscription(made.database, member, {
      ...{ channel: 'webhook', webhookUrl: `${receiver.url}/hook`, webhookSecret: secret },
    });
    await startWorker();
    await failJob(member.tenantId);
    const store = createDeliveryStore(made.database);
    const begun = clock.now();
    for (let attempt = 1; attempt <= retryPausesMs.length + 1; attempt += 1) {
      await vi.waitFor(async () => expect((await log(member))[0]?.attempts).toBe(attempt));
      await vi.waitFor(async () =>
        expect((await log(member))[0]?.log[0]?.durationMs).not.toBeNull(),
      );
      const next = (await log(member))[0]?.nextAttemptAt;
      if (next === null || next === undefined) break;
      clock.advance(Date.parse(next) - clock.now());
      await wakeWorker();
    }
    expect(clock.now() - begun).toBeGreaterThanOrEqual(86_400_000);
    const user = await createUserStore(made.database).find(member.tenantId, member.userId);
    expect(user?.app_metadata.subscriptions).toMatchObject([{ id, state: 'off' }]);
    const query = listQuery.parse({});
    const reader = { userId: member.userId, ownOnly: true };
    const notes = await createNotificationStore(made.database).list(member.tenantId, query, reader);
    expect(notes.rows.map(({ topic }) => topic)).toContain('subscription.off');
    const mails = await createMailStore(made.database).list(query);
    expect(mails.rows.find(({ to }) => to === user?.email)?.text).toContain('switched off');
    const again = store.sendAgain(member.tenantId, member.userId, (await log(member))[0]?.id ?? '');
    await expect(again).rejects.toMatchObject({ code: 'SUBSCRIPTION_OFF' });
  });

  test('SEC-S111 a receiver that is gone for good is switched off at once; one that sleeps delays no other company', async () => {
    receiver.manner = 'gone';
    const member = await addMember();
    await addSubscription(made.database, member, {
      ...{ channel: 'webhook', webhookUrl: `${receiver.url}/hook` },
    });
    await startWorker();
    await failJob(member.tenantId);
    await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('failed'));
    receiver.manner = 'sleep';
    const sleepy = await addMember();
    await addSubscription(made.database, sleepy, {
      ...{ channel: 'webhook', webhookUrl: `${receiver.url}/sleep` },
    });
    for (let job = 0; job < 6; job += 1) await failJob(sleepy.tenantId);
    await vi.waitFor(() =>
      expect(receiver.received.filter(({ path }) => path === '/sleep')).toHaveLength(4),
    );
    receiver.manner = 'ok';
    const quick = await addMember();
    await addSubscription(made.database, quick, {
      ...{ channel: 'webhook', webhookUrl: `${receiver.url}/quick` },
    });
    await failJob(quick.tenantId);
    await vi.waitFor(async () => expect((await log(quick))[0]?.state).toBe('delivered'));
    expect(receiver.received.filter(({ path }) => path === '/sleep')).toHaveLength(4);
  });
});

describe('Slack', () => {
  test('PROF-008 gets blocks with a link that Slack takes; its address is in no log', async () => {
    const slack = await startSlackStandIn();
    const member = await addMember();
    await addSubscription(made.database, member, {
      channel: 'slack',
      webhookUrl: slack.webhookUrl,
    });
    await startWorker(slack.host);
    const jobId = await failJob(member.tenantId);
    await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('delivered'));
    const [request] = slack.received;
    expect(request && slack.judge(request)).toBe('ok');
    expect(request?.body).toContain(`https://console.example/app/jobs/${jobId}`);
    expect(JSON.stringify(await log(member))).not.toContain('XXXXXXXX');
    await slack.stop();
  });

  test('ADR 0052 a message is in the language of its person, a webhook and the log in English', async () => {
    const slack = await startSlackStandIn();
    const member = await addMember();
    await made.database.system
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', member.userId)
      .execute();
    await addSubscription(made.database, member, {
      channel: 'slack',
      webhookUrl: slack.webhookUrl,
    });
    await addSubscription(made.database, member, {
      ...{ channel: 'webhook', webhookUrl: `${receiver.url}/german` },
    });
    await startWorker(slack.host);
    await failJob(member.tenantId);
    await vi.waitFor(async () =>
      expect((await log(member)).map((each) => each?.state)).toEqual(['delivered', 'delivered']),
    );
    const [request] = slack.received;
    expect(request && slack.judge(request)).toBe('ok');
    expect(request?.body).toContain(
      'Der Job „Autumn“ ist fehlgeschlagen: Der Job wurde abgebrochen.',
    );
    expect(request?.body).toContain('In Interlude öffnen');
    const english = 'The job "Autumn" failed: The job was cancelled.';
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.content).toBe(english);
    expect((await log(member)).map((each) => each?.content)).toEqual([english, english]);
    await slack.stop();
  });
});

describe('own and all', () => {
  test('PROF-009 own is what the user made or changed, all is of the company', async () => {
    const member = await addMember();
    const other = await addUser(made.database, member.tenantId, { role: 'Editor' });
    const colleague = { tenantId: member.tenantId, userId: other };
    await addSubscription(made.database, member, { listenTo: 'own' });
    await addSubscription(made.database, colleague, { listenTo: 'all' });
    await failJob(member.tenantId);
    await failJob(member.tenantId, other);
    expect(await log(member)).toHaveLength(0);
    expect(await log(colleague)).toHaveLength(2);
    await failJob(member.tenantId, member.userId);
    expect(await log(member)).toHaveLength(1);
    expect(await log(colleague)).toHaveLength(3);
  });

  test('PROF-007 each of the six topics reaches its subscriber, about a channel that the user changed', async () => {
    const member = await addMember();
    const { tenantId, userId } = member;
    const channels = createChannelStore(made.database);
    const channel = await channels.create(tenantId, buildChannel(), 'enabled', userId);
    for (const topic of subscriptionTopics) {
      await addSubscription(made.database, member, { topic, listenTo: 'own' });
      await made.database.transaction(({ db }) =>
        emitNotification(
          db,
          { tenantId, topic, content: topic, path: '', about: { channelId: channel.id } },
          clock.now(),
        ),
      );
    }
    expect((await log(member)).map((each) => each?.topic).sort()).toEqual(
      [...subscriptionTopics].sort(),
    );
  });
});

describe('mails', () => {
  test('PROF-008 five a minute singly, more in one; German; both forms; a link that ends them', async () => {
    const receiver = await startMailReceiver();
    const member = await addMember();
    await addSubscription(made.database, member);
    const users = createUserStore(made.database);
    await users.patchAppMetadata(member.tenantId, member.userId, { language: 'de' });
    await startWorker();
    const delivery = createMailDelivery({
      ...{ mails: createMailStore(made.database), smtpUrl: receiver.url, from: 'a@example.com' },
      ...{ clock, events: { mailSent: () => undefined, mailFailed: () => undefined } },
    });
    await failJob(member.tenantId);
    await vi.waitFor(async () => expect((await log(member))[0]?.state).toBe('mailed'));
    await delivery.deliverDue();
    expect((await log(member))[0]?.state).toBe('delivered');
    const user = await users.find(member.tenantId, member.userId);
    const mine = () =>
      receiver.received.filter(({ to }) => [to].flat().some((each) => each?.text === user?.email));
    const [single] = mine();
    expect(single?.subject).toMatch(/^Job fehlgeschlagen: /);
    expect(single?.text).toContain(
      'Der Job „Autumn“ ist fehlgeschlagen: Der Job wurde abgebrochen.',
    );
    expect((await log(member))[0]?.sentence).toMatchObject({ key: 'jobFailed' });
    expect(single?.text).toContain('https://console.example/app/jobs/');
    expect(single?.html).toContain('In der Konsole');
    expect(single?.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('https://console.example/unsubscribe?key=') },
    });
    for (let job = 0; job < 12; job += 1) await failJob(member.tenantId);
    // The clock does not move until the worker has postponed all deliveries that are left; otherwise a late one would
    // be another mail.
    await vi.waitFor(
      async () => {
        const waiting = (await log(member)).filter((each) => each?.state === 'waiting');
        expect(waiting.length).toBeGreaterThan(0);
        for (const each of waiting) {
          expect(Date.parse(each?.nextAttemptAt ?? '')).toBeGreaterThan(clock.now());
        }
      },
      { timeout: 10_000 },
    );
    const waits = async () => (await log(member)).some((each) => each?.state === 'waiting');
    await vi.waitFor(async () => {
      clock.advance(30_000);
      await wakeWorker();
      expect(await waits()).toBe(false);
    });
    await delivery.deliverDue();
    const digest = mine().find(({ subject }) => subject?.includes('Benachrichtigungen'));
    expect(digest?.subject).toMatch(/^\d+ Benachrichtigungen von /);
    expect(digest?.text).toContain('Alle E-Mails abbestellen');
    expect(mine().length).toBeLessThanOrEqual(6);
    delivery.stop();
    await receiver.stop();
  });
});
