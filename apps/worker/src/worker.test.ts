import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailStore, createOneTimeTokenStore } from '@interlude/persistence';
import { createEgress, createLogger, createMetrics, listen } from '@interlude/runtime';
import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from './testing/mail-server.suite.ts';
import { createWorker } from './worker.ts';

const egress = createEgress({});
const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-worker-'));
const clock = fixedClock();
const dayMs = 86_400_000;
let made: TemplateDatabase;
let server: MailServer;
beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(async () => {
  await made.drop();
  await egress.close();
  await rm(dataFolder, { recursive: true });
});

const running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((role) => role.stop()));
  await made.database.system.deleteFrom('mails').execute();
  await server.stop();
});

async function startWorker(smtpUrl?: string | null, workerPort?: number) {
  const metrics = createMetrics();
  const worker = createWorker({
    config: {
      smtpUrl: smtpUrl === null ? undefined : (smtpUrl ?? server.url),
      mailFrom: 'Interlude <no-reply@example.com>',
      workerPort,
      host: '127.0.0.1',
      dataFolder,
      stitcherPublicUrl: 'http://127.0.0.1:3100',
      ffmpegPath: undefined,
      clamdHost: undefined,
      workerJobs: 1,
      jobRetentionDays: 30,
      auditRetentionDays: 400,
      publicUrl: 'http://127.0.0.1:3000',
      productName: 'Interlude',
      stripeSecretKey: undefined,
      stripeWebhookSecret: undefined,
      stripeApiUrl: 'http://127.0.0.1:9',
    },
    egress,
    database: made.database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics,
    clock,
  });
  running.push(worker);
  await worker.start();
  return metrics;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const mails = () => createMailStore(made.database);
const mail = (subject: string) => ({ to: 'ann@example.com', subject, text: 'See /verify?token=x' });
const rows = () =>
  made.database.system.selectFrom('mails').selectAll().orderBy('created_at').execute();

test('answers for its health on a port of its own when one is set', async () => {
  const port = await freePort();
  await startWorker(null, port);
  const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { role: 'worker', ready: true, checks: { database: 'ok' } },
  ]);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await metrics.text()).toContain('interlude_mails_total');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

describe('mails', () => {
  test('sends what waits and what comes, with sender and id, and keeps no text', async () => {
    await mails().send(mail('waiting'));
    await startWorker();
    await mails().send(mail('coming'));
    await vi.waitFor(async () => {
      expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    });
    expect((await rows()).map(({ text }) => text)).toEqual(['', '']);
    const [first] = await rows();
    expect(server.received[0]).toContain('From: Interlude <no-reply@example.com>');
    expect(server.received[0]).toContain(`Message-ID: <${first?.id}@interlude>`);
    expect(server.received[0]).toContain('See /verify?token');
  });

  test('three workers send each mail once', async () => {
    const subjects = Array.from({ length: 20 }, (_, index) => `mail ${index}`);
    for (const subject of subjects) await mails().send(mail(subject));
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    await vi.waitFor(async () => expect(await mails().countWaiting()).toBe(0), 10_000);
    const sent = server.received.map((text) => /Subject: (.*)/.exec(text)?.[1]);
    expect(sent.sort()).toEqual(subjects.sort());
  });

  test('tries again after a transient refusal, and gives up after a permanent one', async () => {
    server.answers.push('451 try later', '550 no such user');
    await mails().send(mail('later'));
    const metrics = await startWorker();
    await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
    expect(await rows()).toMatchObject([
      { state: 'queued', next_attempt_at: new Date(clock.now() + 30_000) },
    ]);
    expect((await rows())[0]?.last_error).toContain('451');

    await mails().send(mail('never'));
    await vi.waitFor(async () => expect((await rows()).at(-1)?.state).toBe('failed'));
    expect((await rows()).at(-1)?.last_error).toContain('550');

    clock.advance(30_000);
    await mails().send(mail('wakes the worker'));
    await vi.waitFor(async () => expect(server.received).toHaveLength(2));
    expect(await metrics.text()).toContain('interlude_mails_total{outcome="retry"} 1');
  });

  test('a mail server that is away keeps the mail', async () => {
    const { url } = server;
    await server.stop();
    await mails().send(mail('kept'));
    await startWorker(url);
    await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
    expect(await rows()).toMatchObject([{ state: 'queued', text: 'See /verify?token=x' }]);
    server = await startMailServer();
  });

  test('without SMTP_URL the mail stays in the mailbox', async () => {
    await startWorker(null);
    await mails().send(mail('stays'));
    const page = await mails().list({ limit: 10, offset: 0, search: '', sort: '-createdAt' });
    expect(page).toMatchObject({ total: 1, rows: [{ subject: 'stays', to: 'ann@example.com' }] });
  });
});

describe('purges', () => {
  test('removes what has expired, and nothing else, also with several workers', async () => {
    const { database } = made;
    const userId = await addUser(database, await addTenant(database));
    const tokens = createOneTimeTokenStore(database);
    await tokens.create('verify-email', userId, 60_000);
    const alive = await tokens.create('reset-password', userId, 10 * dayMs);
    await mails().send(mail('old'));
    const tenant_id = await addTenant(database);
    for (const [id, days] of [
      ['kept', 29],
      ['gone', 30],
    ] as const) {
      const ended_at = new Date(clock.now() - days * dayMs);
      const job = { tenant_id, id, name: id, status: 'done', ended_at, created_at: ended_at };
      await database.system.insertInto('jobs').values(job).execute();
    }
    clock.advance(dayMs - 1_000);
    const count = () =>
      database.system
        .selectFrom('one_time_tokens')
        .select((of) => of.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    await Promise.all([startWorker(), startWorker()]);
    await vi.waitFor(async () => expect(await count()).toEqual({ n: 1 }));
    expect(await tokens.use('reset-password', alive)).toBe(userId);
    const jobs = () => database.system.selectFrom('jobs').select('id').execute();
    await vi.waitFor(async () => expect(await jobs()).toEqual([{ id: 'kept' }]));
  });
});
