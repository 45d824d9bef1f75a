import { listQuery } from '@interlude/contract';
import { fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMailStore, type MailStore, type OutgoingMail } from './mail-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let mails: MailStore;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  mails = createMailStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  await made.database.system.deleteFrom('mails').execute();
});

const send = (to: string, subject = 'Hello') => mails.send({ to, subject, text: 'text' });
const query = listQuery.parse({});
const sent = async () => ({ kind: 'sent' }) as const;

test('what has not been sent is listed, newest first, and found by recipient and subject', async () => {
  for (const to of ['ann@example.com', 'bob@example.com']) {
    await send(to, `For ${to}`);
    clock.advance(1_000);
  }
  const subjects = async (search = '') =>
    (await mails.list({ ...query, search })).rows.map(({ subject }) => subject);
  expect(await subjects()).toEqual(['For bob@example.com', 'For ann@example.com']);
  expect(await subjects('ANN@')).toEqual(['For ann@example.com']);
  await mails.deliverNext(sent);
  expect(await subjects()).toEqual(['For bob@example.com']);
});

test('a delivery that dies leaves the mail due', async () => {
  await send('ann@example.com');
  const dying = mails.deliverNext(async () => {
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  const seen: OutgoingMail[] = [];
  await mails.deliverNext(async (mail) => {
    seen.push(mail);
    return { kind: 'sent' };
  });
  expect(seen).toMatchObject([{ to: 'ann@example.com', attempts: 0 }]);
  expect(await mails.deliverNext(sent)).toBe(false);
});

test('a mail under delivery is taken by nobody else', async () => {
  await send('ann@example.com');
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<{ kind: 'sent' }>();
  const first = mails.deliverNext(() => {
    started.resolve();
    return end.promise;
  });
  await started.promise;
  expect(await mails.deliverNext(sent)).toBe(false);
  end.resolve({ kind: 'sent' });
  expect(await first).toBe(true);
});

test('a failed mail is due at its time, and keeps no text when it is given up', async () => {
  await send('ann@example.com');
  const fail = (retryAtMs: number | undefined) =>
    mails.deliverNext(async () => ({ kind: 'failed', reason: 'away', retryAtMs }));
  await fail(clock.now() + 5_000);
  expect(await mails.deliverNext(sent)).toBe(false);
  clock.advance(5_000);
  expect(await fail(undefined)).toBe(true);
  const row = await made.database.system.selectFrom('mails').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ state: 'failed', attempts: 2, last_error: 'away', text: '' });
});

test('a new mail is announced to listeners', async () => {
  let reported = 0;
  const end = await mails.watch(() => {
    reported += 1;
  });
  await send('ann@example.com');
  await vi.waitFor(() => expect(reported).toBe(1));
  expect(await mails.countWaiting()).toBe(1);
  end();
});
