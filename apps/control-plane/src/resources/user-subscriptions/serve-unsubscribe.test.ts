import { contract } from '@interlude/contract/api';
import { unsubscribeKey } from '@interlude/runtime';
import { addSubscription } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

let plane: TestPlane;
let user: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
});
afterAll(() => plane.stop());

const own = async () =>
  (await plane.client(user)(contract.users.readAppMetadata, { params: { id: user.userId } }))
    .subscriptions;
const save = (subscriptions: readonly object[], who = user) =>
  plane.client(who)(contract.userSubscriptions.update, {
    params: { id: who.userId },
    body: { subscriptions: subscriptions as never },
  });

describe('SEC-S112 the unsubscribe link of a mail', () => {
  it('ends one subscription by POST alone, and its user turns it on again', async () => {
    const { id } = await addSubscription(plane.database, user);
    const { tenantId, userId } = user;
    const { secretKey } = plane.database;
    const key = unsubscribeKey(secretKey, { tenantId, userId, subscriptionId: id });
    const url = `${plane.url}/unsubscribe?key=${key}`;
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')]);
    expect((await own())[0]?.state).toBe('on');
    const german = await fetch(url, { headers: { 'accept-language': 'de-CH, en;q=0.5' } });
    expect(await german.text()).toMatch(/<html lang="de">[\s\S]*<button>Abbestellen<\/button>/);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'List-Unsubscribe=One-Click';
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    expect((await own())[0]).toMatchObject({ state: 'off', stateReason: expect.any(String) });
    await plane.client(user)(contract.userSubscriptions.turnOn, { params: { id } });
    expect((await own())[0]).toMatchObject({ state: 'on', stateReason: '' });
  });

  it.each(['', 'x', 'e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'refuses %j',
    async (key) => {
      const url = `${plane.url}/unsubscribe?key=${key}`;
      expect((await fetch(url)).status).toBe(404);
      expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    },
  );
});

describe('SEC-S110 secrets of subscriptions', () => {
  const rule = { topic: 'workflow.jobs.failed', listenTo: 'all' };
  const webhookSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const slackUrl = 'https://hooks.slack.com/services/T1/B1/secret-part';

  it('are masked, kept by their placeholder, and entered again for another address', async () => {
    const webhook = {
      ...rule,
      channel: 'webhook',
      webhookUrl: 'https://a.example/x',
      webhookSecret,
    };
    await save([webhook, { ...rule, channel: 'slack', webhookUrl: slackUrl }]);
    const shown = await own();
    expect(shown.map((each) => [each.webhookUrl, each.webhookSecret])).toEqual([
      ['https://a.example/x', '********'],
      ['https://hooks.slack.com/********', ''],
    ]);
    await save(shown);
    expect((await own()).map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
    const [hook, slack] = shown;
    const moved = failure(save([{ ...hook, webhookUrl: 'https://b.example/x' }]));
    expect(await moved).toMatchObject({
      status: 422,
      details: { errors: { 'subscriptions.0.webhookSecret': expect.stringContaining('again') } },
    });
    const url = 'https://evil.example/********';
    expect(await failure(save([{ ...slack, webhookUrl: url }]))).toMatchObject({ status: 422 });
    expect(await failure(save([{ ...slack, id: '' }]))).toMatchObject({ status: 422 });
    const stored = await plane.database.system
      .selectFrom('user_subscriptions')
      .selectAll()
      .execute();
    const rows = JSON.stringify(stored);
    for (const secret of [webhookSecret, 'secret-part']) expect(rows).not.toContain(secret);
  });

  it('PROF-011 a secret that is none and a private address are refused', async () => {
    const hook = { ...rule, channel: 'webhook', webhookUrl: 'https://a.example/x' };
    expect(await failure(save([{ ...hook, webhookSecret: 'short' }]))).toMatchObject({
      details: { errors: { 'subscriptions.0.webhookSecret': expect.stringContaining('whsec_') } },
    });
    const inside = { ...hook, webhookUrl: 'http://127.0.0.1:9/x' };
    expect(await failure(save([inside]))).toMatchObject({ code: 'URL_FORBIDDEN' });
  });
});

describe('the deliveries of a subscription', () => {
  it('PROF-001 a test is a delivery that its user alone reads; too many are refused', async () => {
    const other = await plane.user(user.tenantId, 'Admin');
    const { id: subscriptionId } = await addSubscription(plane.database, other);
    const client = plane.client(other);
    const sent = await client(contract.deliveries.test, { body: { subscriptionId } });
    expect(sent).toMatchObject({ state: 'waiting', topic: 'subscription.test', subscriptionId });
    const params = { id: sent.id };
    expect(await client(contract.deliveries.read, { params })).toMatchObject({ log: [] });
    const strange = plane.client(user);
    expect((await failure(strange(contract.deliveries.read, { params }))).status).toBe(404);
    const again = strange(contract.deliveries.sendAgain, { params });
    expect((await failure(again)).status).toBe(404);
    const foreign = strange(contract.deliveries.test, { body: { subscriptionId } });
    expect((await failure(foreign)).code).toBe('SUBSCRIPTION_NOT_FOUND');
    const many = Array.from({ length: 20 }, () =>
      client(contract.deliveries.sendAgain, { params }).then(
        () => 202,
        (error: { status: number }) => error.status,
      ),
    );
    expect(await Promise.all(many)).toContain(429);
  });
});
