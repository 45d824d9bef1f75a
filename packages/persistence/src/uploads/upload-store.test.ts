import { flowNames, mediaInput, storageLimitBytes } from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkStorageQuota } from './storage-quota.ts';
import {
  type AddressedUploadEvent,
  notifyUploadEvent,
  watchUploadEvents,
} from './upload-events.ts';
import { createUploadStore, type NewUpload, type UploadStore } from './upload-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let uploads: UploadStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  uploads = createUploadStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const upload = (id: string, part: Partial<NewUpload> = {}): NewUpload => ({
  ...{ id, userId: 'u', channelId: 'new', filename: 'slate.mp4', sizeBytes: 10, totalChunks: 3 },
  ...{ profile: { muxingType: 'ts' }, channelType: 'hls-live', http: false, storageSystemId: '' },
  ...part,
});
const source = (id: string, sizeBytes = 10) => ({
  id,
  media: mediaInput.parse({ name: 'slate', url: `https://play.example/${id}.mp4` }),
  file: { systemId: '', key: `${tenant}/sources/${id}.mp4`, sizeBytes },
  title: { settings: { ...{ name: 'slate', type: 'ad-slate' as const, studio: '' }, ...blank } },
});
const blank = { deliverer: '', synopsis: '' };

describe('SLATE-022 chunks', () => {
  test('in any order, repeated and at once: exactly one caller joins', async () => {
    const all = Array.from({ length: 20 }, (_, chunk) => chunk);
    await uploads.begin(tenant, upload('many', { totalChunks: 20 }));
    const answers = await Promise.all(
      [...all.toReversed(), ...all].map((chunk) => uploads.receive(tenant, 'many', chunk)),
    );
    expect(answers.filter((answer) => answer?.joins)).toHaveLength(1);
    const stored = await uploads.find(tenant, 'many');
    expect(stored).toMatchObject({ state: 'joining', received: all });
  });

  test('that were lost have to come again', async () => {
    await uploads.begin(tenant, upload('lossy'));
    for (const chunk of [0, 2, 1]) await uploads.receive(tenant, 'lossy', chunk);
    await uploads.reopen(tenant, 'lossy', [1]);
    expect(await uploads.find(tenant, 'lossy')).toMatchObject({
      state: 'receiving',
      received: [0, 2],
    });
    expect(await uploads.receive(tenant, 'lossy', 1)).toMatchObject({ joins: true });
  });

  test('of two that begin one upload at once, both have the same', async () => {
    const begun = await Promise.all([1, 2, 3].map(() => uploads.begin(tenant, upload('twice'))));
    expect(new Set(begun.map(({ id }) => id))).toEqual(new Set(['twice']));
  });

  test('an upload whose process died is taken over, once', async () => {
    await uploads.begin(tenant, upload('dead', { totalChunks: 1 }));
    await uploads.receive(tenant, 'dead', 0);
    expect(await uploads.takeOver(tenant, 'dead', 30_000)).toBe(false);
    clock.advance(30_001);
    const tries = await Promise.all([1, 2, 3].map(() => uploads.takeOver(tenant, 'dead', 30_000)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await uploads.beat(tenant, 'dead')).toBe(true);
  });
});

describe('an upload that is whole', () => {
  test('becomes a media of a new title with a job of analysis', async () => {
    await uploads.begin(tenant, upload('whole', { totalChunks: 1 }));
    await uploads.receive(tenant, 'whole', 0);
    const done = await uploads.finish(tenant, 'whole', source('whole-media'));
    expect(await uploads.find(tenant, 'whole')).toMatchObject({
      ...{ state: 'done', titleId: done?.media.titleId, mediaId: 'whole-media' },
    });
    const job = await made.database.system
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', done?.jobId ?? '')
      .executeTakeFirst();
    expect(job).toMatchObject({
      ...{ flow_name: flowNames.analysis, input_media_ids: ['whole-media'], tenant_id: tenant },
    });
    expect(await uploads.finish(tenant, 'whole', source('second'))).toBeUndefined();
    expect(await uploads.remove(tenant, 'whole')).toBe(false);
  });

  test('that was given up meanwhile leaves no row', async () => {
    await uploads.begin(tenant, upload('gone', { totalChunks: 1 }));
    await uploads.receive(tenant, 'gone', 0);
    expect(await uploads.remove(tenant, 'gone')).toBe(true);
    expect(await uploads.beat(tenant, 'gone')).toBe(false);
    expect(await uploads.finish(tenant, 'gone', source('gone-media'))).toBeUndefined();
    expect(await uploads.receive(tenant, 'gone', 0)).toBeUndefined();
    const { count } = await made.database.system
      .selectFrom('medias')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('id', '=', 'gone-media')
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });
});

describe('the space of a plan', () => {
  test('counts what is stored and what is on its way, to the byte', async () => {
    const limit = storageLimitBytes.trial;
    await uploads.register(tenant, source('most', limit - 100));
    await uploads.begin(tenant, upload('reserved', { sizeBytes: 40 }));
    await checkStorageQuota(made.database, tenant, 60);
    await expect(checkStorageQuota(made.database, tenant, 61)).rejects.toMatchObject({
      code: 'STORAGE_QUOTA_REACHED',
      details: { limitBytes: limit, usedBytes: limit - 60 },
    });
    await expect(
      uploads.begin(tenant, upload('too much', { sizeBytes: 61 })),
    ).rejects.toMatchObject({ code: 'STORAGE_QUOTA_REACHED' });
    const both = await Promise.allSettled([
      uploads.register(tenant, source('a', 40)),
      uploads.register(tenant, source('b', 40)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('SEC-S63 counts what a file has brought while it is received, until it is stored or given up', async () => {
    const used = async () => {
      const error = await checkStorageQuota(made.database, tenant, Number.MAX_SAFE_INTEGER).catch(
        (thrown: unknown) => thrown,
      );
      return error instanceof DomainError ? error.details['usedBytes'] : undefined;
    };
    const before = Number(await used());
    const left = storageLimitBytes.trial - before;
    const of = { id: 'being-received', userId: 'u' };
    await uploads.reserve(tenant, of, left - 30);
    await uploads.reserve(tenant, of, left - 10);
    expect(await used()).toBe(storageLimitBytes.trial - 10);
    await expect(uploads.reserve(tenant, { ...of, id: 'other' }, 11)).rejects.toMatchObject({
      code: 'STORAGE_QUOTA_REACHED',
    });
    await expect(uploads.reserve(tenant, of, left + 1)).rejects.toMatchObject({
      code: 'STORAGE_QUOTA_REACHED',
    });
    await uploads.register(tenant, source('received', 5), of.id);
    expect(await used()).toBe(before + 5);
    await uploads.reserve(tenant, of, 7);
    await uploads.remove(tenant, of.id);
    expect(await used()).toBe(before + 5);
  });

  test('of an enterprise has no end', async () => {
    await made.database.system
      .updateTable('tenants')
      .set({ tier: 'enterprise' })
      .where('id', '=', tenant)
      .execute();
    await checkStorageQuota(made.database, tenant, Number.MAX_SAFE_INTEGER);
  });
});

test("DATA-039 another tenant's upload is simply absent", async () => {
  const other = await addTenant(made.database);
  await uploads.begin(tenant, upload('mine'));
  expect(await uploads.find(other, 'mine')).toBeUndefined();
  expect(await uploads.receive(other, 'mine', 0)).toBeUndefined();
  expect(await uploads.remove(other, 'mine')).toBe(false);
  const theirs = await uploads.begin(other, upload('mine', { userId: 'v' }));
  expect(theirs.userId).toBe('v');
  expect((await uploads.find(tenant, 'mine'))?.userId).toBe('u');
});

test('API-039 events reach other processes', async () => {
  const seen: AddressedUploadEvent[] = [];
  const end = await watchUploadEvents(made.database, (event) => seen.push(event));
  const event = { event: 'done' as const, progress: 100, message: 'x'.repeat(20_000) };
  await notifyUploadEvent(made.database, {
    ...{ tenantId: tenant, userId: 'u', event: { ...event, uploadId: 'up' } },
  });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]).toMatchObject({ tenantId: tenant, userId: 'u', event: { event: 'done' } });
  end();
});
