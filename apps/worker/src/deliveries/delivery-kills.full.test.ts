/** Kills of the worker while it delivers, and the invariants that have to hold afterwards. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { emitNotification } from '@interlude/persistence';
import { addSubscription, addTenant, addUser, templateDatabase } from '@interlude/testkit';
import { startWebhookReceiver } from '@interlude/testkit/webhook-receiver';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spawnDeliveries } from '../testing/delivery-process.suite.ts';

const kills = 20;

test(`SEC-S111 ${kills} kills of the worker: each notification is delivered at least once, again under the same id alone`, async () => {
  const made = await templateDatabase();
  const receiver = await startWebhookReceiver();
  const { database } = made;
  const tenantId = await addTenant(database);
  const userId = await addUser(database, tenantId);
  const webhookUrl = `${receiver.url}/hook`;
  const part = { channel: 'webhook', webhookUrl } as const;
  await addSubscription(database, { tenantId, userId }, part);
  let worker: ChildProcess = spawnDeliveries(made.url, receiver.host);
  const kill = async () => {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => {
    await kill();
    await receiver.stop();
    await made.drop();
  });
  let emitted = 0;
  const emit = async () => {
    emitted += 1;
    const content = `notification ${emitted}`;
    const topic = 'workflow.jobs.failed';
    await database.transaction(({ db }) =>
      emitNotification(db, { tenantId, topic, content, path: '', about: {} }, Date.now()),
    );
  };
  for (let count = 0; count < kills; count += 1) {
    const before = receiver.received.length;
    for (let each = 0; each < 10; each += 1) await emit();
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), 20_000);
    await sleep((count * 7) % 40);
    await kill();
    worker = spawnDeliveries(made.url, receiver.host);
  }
  const contents = () =>
    new Map(
      receiver.received.map(({ headers, body }) => [
        String(JSON.parse(body).data.content),
        headers['webhook-id'],
      ]),
    );
  await vi.waitFor(() => expect(contents().size).toBe(emitted), 60_000);
  for (const { headers, body } of receiver.received) {
    const { content, id } = JSON.parse(body).data;
    expect([content, headers['webhook-id']]).toEqual([content, contents().get(content)]);
    expect(id).toBe(headers['webhook-id']);
  }
  await vi.waitFor(async () => {
    const rows = await database.system.selectFrom('deliveries').select('state').execute();
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['delivered']));
  }, 20_000);
}, 300_000);
