import { reportMailInput } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { unsubscribeKey } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { reportMails } = contract;
let plane: TestPlane;
let admin: TestUser;
let editor: TestUser;
let viewer: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  const tenant = await plane.tenant('Acme');
  admin = await plane.user(tenant, 'Admin');
  editor = await plane.user(tenant, 'Editor');
  viewer = await plane.user(tenant, 'Viewer');
  stranger = await plane.user(await plane.tenant('Other'), 'Admin');
});
afterAll(() => plane.stop());

const body = { name: 'Board', cards: [{ system: 's1', chart: 'main-kpi' }] };
const listOf = (who: TestUser) => plane.client(who)(reportMails.list, {});

describe('/api/v2/report-mails', () => {
  it('a person schedules a mail to themselves: listed, changed, paused, sent, removed', async () => {
    const client = plane.client(viewer);
    const made = await client(reportMails.create, { body });
    expect(made).toMatchObject({
      ...{ name: 'Board', rhythm: 'weekly', weekday: 1, hour: 7, paused: false, timeZone: 'UTC' },
      ...{ period: 'Last week', compare: true, lastRunAt: null, lastOutcome: null },
      recipients: [{ userId: viewer.userId, unsubscribed: false }],
    });
    expect(new Date(made.nextRunAt ?? '').getUTCDay()).toBe(1);
    const params = { id: made.id };
    const daily = await client(reportMails.update, { params, body: { rhythm: 'daily', hour: 9 } });
    expect(new Date(daily.nextRunAt ?? '').getUTCHours()).toBe(9);
    const paused = await client(reportMails.update, { params, body: { paused: true } });
    expect(paused).toMatchObject({ paused: true, nextRunAt: null, rhythm: 'daily' });
    await client(reportMails.send, { params });
    await client(reportMails.remove, { params });
    expect(await listOf(viewer)).toEqual([]);
  });

  it('SEC-S128 only those who may operate write to others, and to members alone', async () => {
    const to = (who: TestUser, recipients: string[]) =>
      plane.client(who)(reportMails.create, { body: { ...body, recipients } });
    expect((await failure(to(viewer, [viewer.userId, editor.userId]))).code).toBe('ROLE_FORBIDDEN');
    for (const id of [stranger.userId, 'anybody@example.com']) {
      expect((await failure(to(editor, [id]))).code).toBe('REPORT_MAIL_RECIPIENT_UNKNOWN');
    }
    const made = await to(editor, [viewer.userId]);
    const changed = plane.client(editor)(reportMails.update, {
      params: { id: made.id },
      body: { recipients: [stranger.userId] },
    });
    expect((await failure(changed)).code).toBe('REPORT_MAIL_RECIPIENT_UNKNOWN');
    const members = await plane.client(editor)(reportMails.members, {});
    const ids = members.map(({ userId }) => userId);
    expect(ids).toEqual(expect.arrayContaining([admin.userId, editor.userId, viewer.userId]));
    expect(ids).not.toContain(stranger.userId);
    await plane.client(editor)(reportMails.remove, { params: { id: made.id } });
  });

  it('SEC-S128 one of somebody else is seen, paused and removed by Admins alone', async () => {
    const { id } = await plane.client(editor)(reportMails.create, { body });
    const params = { id };
    expect(await listOf(viewer)).toEqual([]);
    for (const call of [
      () => plane.client(viewer)(reportMails.update, { params, body: { paused: true } }),
      () => plane.client(viewer)(reportMails.send, { params }),
      () => plane.client(viewer)(reportMails.remove, { params }),
      () => plane.client(stranger)(reportMails.remove, { params }),
    ]) {
      expect((await failure(call())).code).toBe('REPORT_MAIL_NOT_FOUND');
    }
    const client = plane.client(admin);
    expect(await listOf(admin)).toMatchObject([{ id, createdBy: editor.email }]);
    const renamed = client(reportMails.update, { params, body: { name: 'Mine', paused: true } });
    expect((await failure(renamed)).code).toBe('ROLE_FORBIDDEN');
    await client(reportMails.update, { params, body: { paused: true } });
    await client(reportMails.remove, { params });
    expect(await listOf(editor)).toEqual([]);
  });

  it('SEC-S128 a mail is bounded in its cards and recipients, a company in its mails, a person in what it asks for', async () => {
    const card = body.cards[0];
    const cards = Array.from({ length: 13 }, () => card);
    expect(reportMailInput.safeParse({ ...body, cards }).success).toBe(false);
    const recipients = Array.from({ length: 21 }, (_none, index) => `u${index}`);
    expect(reportMailInput.safeParse({ ...body, recipients }).success).toBe(false);
    expect(reportMailInput.safeParse({ ...body, recipients: ['a', 'a'] }).success).toBe(false);
    const client = plane.client(editor);
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      ids.push((await client(reportMails.create, { body })).id);
    }
    const refused = await failure(client(reportMails.create, { body }));
    expect([refused.status, refused.code]).toEqual([409, 'REPORT_MAILS_TOO_MANY']);
    const params = { id: ids[0] ?? '' };
    for (let sent = 0; sent < 10; sent += 1) await client(reportMails.send, { params });
    expect((await failure(client(reportMails.send, { params }))).code).toBe('TOO_MANY_REQUESTS');
    for (const id of ids) await client(reportMails.remove, { params: { id } });
  });

  it('SEC-S128 the link of a mail ends it for its reader, by POST alone', async () => {
    const { id } = await plane.client(viewer)(reportMails.create, { body });
    const { tenantId, userId } = viewer;
    const key = unsubscribeKey(plane.database.secretKey, {
      ...{ tenantId, userId, subscriptionId: `report-mail:${id}` },
    });
    const url = `${plane.url}/unsubscribe?key=${key}`;
    const state = async () => (await listOf(viewer))[0]?.recipients[0]?.unsubscribed;
    expect(await (await fetch(url)).text()).toContain('You will get this scheduled mail no more.');
    expect(await state()).toBe(false);
    expect(await (await fetch(url, { method: 'POST' })).text()).toContain('The others go on.');
    expect(await state()).toBe(true);
  });
});
