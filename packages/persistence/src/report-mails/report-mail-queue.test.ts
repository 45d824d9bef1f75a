import { type ReportMailInput, reportMailInput } from '@interlude/contract';
import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailStore } from '../mails/mail-store.ts';
import {
  createReportSettingsStore,
  defaultReportSettings,
} from '../reports/report-settings-store.ts';
import {
  createReportMailQueue,
  type ReportMailRun,
  type ReportMailWork,
} from './report-mail-queue.ts';
import { createReportMailStore } from './report-mail-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Thursday. */
const startMs = Date.UTC(2026, 0, 15, 12);
const leaseMs = 300_000;
const clock = fixedClock(startMs);
let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(() => made.drop());
let tenant = '';
let ann = '';
let bob = '';
let next = 0;
beforeEach(async () => {
  clock.set(startMs);
  await made.database.system.deleteFrom('report_mails').execute();
  await made.database.system.deleteFrom('mails').execute();
  next += 1;
  tenant = await addTenant(made.database);
  ann = await addUser(made.database, tenant, { email: `ann${next}@example.com`, role: 'Editor' });
  bob = await addUser(made.database, tenant, {
    ...{ email: `bob${next}@example.com`, role: 'Viewer', language: 'de' },
  });
});

const store = () => createReportMailStore(made.database);
const queue = () => createReportMailQueue(made.database);
const owner = () => ({ tenantId: tenant, userId: ann, email: `ann${next}@example.com` });

async function schedule(more: Partial<ReportMailInput> = {}): Promise<string> {
  const plain = reportMailInput.parse({
    ...{ name: 'Board', cards: [{ system: 's', chart: 'main-kpi' }], rhythm: 'daily', hour: 7 },
  });
  const mail = await store().create(owner(), { ...plain, recipients: [ann, bob], ...more }, 5);
  return mail?.id ?? '';
}
const find = async (id: string) => store().find(tenant, id);
const rows = () => made.database.system.selectFrom('mails').selectAll().execute();

/** Run that a worker writes: one mail for each reader. */
async function runOf(work: ReportMailWork): Promise<ReportMailRun> {
  const { readers } = await queue().readers(work);
  return {
    mails: readers.map(({ email }) => ({ to: email, subject: 'Board', text: 'text' })),
    pictures: new Map([['card-1', Buffer.from('png')]]),
    ...{ outcome: 'sent', problem: '' },
  };
}

async function take() {
  const work = await queue().take(leaseMs, '');
  if (work === undefined) throw new Error('nothing is due');
  return work;
}

describe('the queue of scheduled mails', () => {
  it('a mail is due at its time, goes to each recipient once, and then to the next time', async () => {
    const id = await schedule();
    expect((await find(id))?.nextRunAt).toBe('2026-01-16T07:00:00.000Z');
    expect(await queue().take(leaseMs, '')).toBeUndefined();
    clock.set(Date.UTC(2026, 0, 16, 7));
    const work = await take();
    expect(work).toMatchObject({ id, askedBy: '', attempt: 1, period: 'Last week' });
    expect((await queue().readers(work)).readers).toMatchObject([
      { userId: ann, language: 'en' },
      { userId: bob, language: 'de' },
    ]);
    expect(await queue().end(work, await runOf(work))).toBe(true);
    expect((await rows()).map(({ recipient }) => recipient).sort()).toEqual([
      ...[`ann${next}@example.com`, `bob${next}@example.com`],
    ]);
    expect(await find(id)).toMatchObject({
      ...{ lastOutcome: 'sent', lastMails: 2, lastRunAt: '2026-01-16T07:00:00.000Z' },
      nextRunAt: '2026-01-17T07:00:00.000Z',
    });
    expect(await queue().take(leaseMs, '')).toBeUndefined();
  });

  it('of two workers one takes it; who has lost its lease writes nothing', async () => {
    await schedule();
    clock.set(Date.UTC(2026, 0, 16, 7));
    const first = await take();
    expect(await queue().take(leaseMs, '')).toBeUndefined();
    clock.advance(leaseMs);
    const second = await take();
    expect(second.attempt).toBe(2);
    expect(await queue().end(first, await runOf(first))).toBe(false);
    expect(await rows()).toEqual([]);
    expect(await queue().end(second, await runOf(second))).toBe(true);
    expect(await queue().end(second, await runOf(second))).toBe(false);
    expect(await rows()).toHaveLength(2);
  });

  it('days of an outage are one mail, not one for each', async () => {
    const id = await schedule();
    clock.set(startMs + 10 * dayMs);
    const work = await take();
    await queue().end(work, await runOf(work));
    expect(await queue().take(leaseMs, '')).toBeUndefined();
    expect((await find(id))?.nextRunAt).toBe('2026-01-26T07:00:00.000Z');
  });

  it('who asks gets it alone, also of a paused one, and the schedule stays as it is', async () => {
    const id = await schedule();
    await store().update(tenant, id, { paused: true }, ann);
    expect(await find(id)).toMatchObject({ paused: true, nextRunAt: null });
    await store().ask(tenant, id, ann);
    const work = await take();
    expect(work.askedBy).toBe(ann);
    await queue().end(work, await runOf(work));
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([`ann${next}@example.com`]);
    expect(await find(id)).toMatchObject({ nextRunAt: null, lastRunAt: null });
    expect(await queue().take(leaseMs, '')).toBeUndefined();
  });

  it('SEC-S128 goes to members alone, as they are when it is made', async () => {
    const id = await schedule();
    clock.set(Date.UTC(2026, 0, 16, 7));
    const work = await take();
    const emails = async () => (await queue().readers(work)).readers.map(({ userId }) => userId);
    const { system } = made.database;
    const setBob = (set: object) =>
      system.updateTable('users').set(set).where('id', '=', bob).execute();
    await setBob({ blocked: true });
    expect(await emails()).toEqual([ann]);
    await setBob({ blocked: false, email_verified: false });
    expect(await emails()).toEqual([ann]);
    await setBob({ email_verified: true });
    await system
      .updateTable('memberships')
      .set({ role: null })
      .where('user_id', '=', bob)
      .execute();
    expect(await emails()).toEqual([ann]);
    await system.deleteFrom('memberships').where('user_id', '=', bob).execute();
    expect(await emails()).toEqual([ann]);
    expect((await find(id))?.recipients.map(({ userId }) => userId)).toEqual([ann]);
  });

  it('SEC-S128 ends with the role of whose it is, and goes with the person', async () => {
    const id = await schedule();
    clock.set(Date.UTC(2026, 0, 16, 7));
    const work = await take();
    const { system } = made.database;
    await system.updateTable('users').set({ blocked: true }).where('id', '=', ann).execute();
    expect((await queue().readers(work)).readers).toEqual([]);
    await system.deleteFrom('memberships').where('user_id', '=', ann).execute();
    expect(await find(id)).toBeUndefined();
    expect(await queue().end(work, { ...(await runOf(work)), mails: [] })).toBe(false);
  });

  it('SEC-S128 who has unsubscribed gets it no more, whoever adds them again; they alone undo it', async () => {
    const id = await schedule();
    await store().unsubscribe(tenant, id, bob);
    const state = async () =>
      (await find(id))?.recipients.map(({ userId, unsubscribed }) => [userId, unsubscribed]);
    expect(await state()).toEqual([
      [ann, false],
      [bob, true],
    ]);
    await store().update(tenant, id, { recipients: [ann] }, ann);
    await store().update(tenant, id, { recipients: [ann, bob] }, ann);
    expect(await state()).toEqual([
      [ann, false],
      [bob, true],
    ]);
    await store().unsubscribe(tenant, id, ann);
    clock.set(Date.UTC(2026, 0, 16, 7));
    const work = await take();
    expect((await queue().readers(work)).readers).toEqual([]);
    await store().update(tenant, id, { recipients: [ann] }, ann);
    expect((await queue().readers(work)).readers).toMatchObject([{ userId: ann }]);
  });

  it('another time zone of the company moves the times that are to come', async () => {
    const id = await schedule();
    const zone = (timeZone: string) =>
      createReportSettingsStore(made.database).save(tenant, { ...defaultReportSettings, timeZone });
    await zone('Europe/Berlin');
    expect(await queue().rezone()).toBe(1);
    expect(await find(id)).toMatchObject({
      ...{ timeZone: 'Europe/Berlin', nextRunAt: '2026-01-16T06:00:00.000Z' },
    });
    expect(await queue().rezone()).toBe(0);
    // A schedule that is due already keeps its time.
    clock.set(Date.UTC(2026, 0, 16, 6));
    await zone('America/New_York');
    expect(await queue().rezone()).toBe(0);
    expect((await take()).timeZone).toBe('America/New_York');
  });

  it('SEC-S128 a company has a number of schedules, and what is refused is not kept', async () => {
    const input = reportMailInput.parse({ name: 'x', cards: [{ system: 's', chart: 'c' }] });
    const make = () => store().create(owner(), { ...input, recipients: [ann] }, 2);
    const all = await Promise.all([make(), make(), make()]);
    expect(all.filter((mail) => mail !== undefined)).toHaveLength(2);
    expect(await store().list(tenant, undefined)).toHaveLength(2);
  });

  it('companies take turns', async () => {
    await schedule();
    const other = await addTenant(made.database);
    const user = await addUser(made.database, other, { role: 'Viewer' });
    const input = reportMailInput.parse({
      ...{ name: 'x', cards: [{ system: 's', chart: 'c' }], rhythm: 'daily', hour: 7 },
    });
    await store().create(
      { tenantId: other, userId: user, email: 'e' },
      { ...input, recipients: [user] },
      1,
    );
    await schedule({ name: 'Second' });
    clock.set(Date.UTC(2026, 0, 16, 7));
    const first = await take();
    const second = await queue().take(leaseMs, first.tenantId);
    expect(second?.tenantId).not.toBe(first.tenantId);
  });
});

describe('the pictures of a run', () => {
  it('are in each of its mails, and go with the last one that is sent', async () => {
    // Mails of the tests before.
    await made.database.system.deleteFrom('mails').execute();
    await made.database.system.deleteFrom('mail_pictures').execute();
    await schedule();
    clock.set(Date.UTC(2026, 0, 16, 7));
    const work = await take();
    await queue().end(work, await runOf(work));
    const left = async () =>
      (await made.database.system.selectFrom('mail_pictures').selectAll().execute()).length;
    expect(await left()).toBe(1);
    const mails = createMailStore(made.database);
    const seen: string[][] = [];
    const deliver = () =>
      mails.deliverNext(async ({ pictures }) => {
        seen.push(pictures.map(({ contentId, bytes }) => `${contentId} ${bytes}`));
        return { kind: 'sent' };
      });
    await deliver();
    expect(await left()).toBe(1);
    await deliver();
    expect(await left()).toBe(0);
    expect(seen).toEqual([['card-1 png'], ['card-1 png']]);
  });
});
