import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3StandIn, startS3StandIn } from '@interlude/lab';
import { createObjectStorage, type ObjectStorage } from '@interlude/object-storage';
import { createSystemStore } from '@interlude/persistence';
import { createEgress } from '@interlude/runtime';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStoredFilePurges, storedFileRetention } from './stored-files.ts';

const clock = fixedClock();
const egress = createEgress({ allow: ['127.0.0.1'] });
let made: TemplateDatabase;
let s3: S3StandIn;
let folder: string;
let local: ObjectStorage;
let tenant: string;
const failures: unknown[] = [];

beforeAll(async () => {
  made = await templateDatabase({ clock });
  s3 = await startS3StandIn();
});
afterAll(async () => {
  await s3.stop();
  await made.drop();
  await egress.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-orphans-'));
  local = createObjectStorage({ type: 'local', settings: {} }, { egress, dataFolder: folder });
  tenant = await addTenant(made.database);
  failures.length = 0;
  s3.bucket.objects.clear();
  return () => rm(folder, { recursive: true, force: true });
});

const oldMs = () => clock.now() - storedFileRetention.orphanMs - 60_000;

/** A file of a certain age. */
async function file(key: string, modifiedMs = oldMs()): Promise<string> {
  await local.put(key, Buffer.from('x'), { contentType: 'video/mp4' });
  const seconds = modifiedMs / 1_000;
  await utimes(join(folder, 'media', key), seconds, seconds);
  return key;
}

async function keys(storage = local): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list('')) found.push(key);
  return found;
}

const purges = () =>
  createStoredFilePurges({
    database: made.database,
    egress,
    dataFolder: folder,
    failed: (error) => failures.push(error),
  });

/** As after so long that orphans are looked for. */
async function cleanOrphans() {
  const purge = purges();
  clock.advance(storedFileRetention.orphansEveryMs);
  return purge.run();
}

async function addMedia(key: string): Promise<void> {
  const now = new Date(clock.now());
  await made.database.system
    .insertInto('medias')
    .values({
      ...{ tenant_id: tenant, id: `m-${key.length}-${Math.random()}`, name: 'm', type: 'source' },
      ...{ url: 'http://x/', storage_key: key, created_at: now, updated_at: now },
    })
    .execute();
}

async function addUpload(
  id: string,
  state: 'receiving' | 'done',
  updatedMs: number,
): Promise<void> {
  const at = new Date(updatedMs);
  await made.database.system
    .insertInto('uploads')
    .values({
      ...{ tenant_id: tenant, id, user_id: 'u', channel_id: 'c', filename: 'a.mp4' },
      ...{ size_bytes: 1, total_chunks: 1, state, created_at: at, updated_at: at },
    })
    .execute();
}

describe('files that nobody refers to', () => {
  test('are removed when they are old; all others stay', async () => {
    const ads = `${tenant}/ads/clip/form`;
    const kept = [
      await file(`${ads}/used/1/master.m3u8`),
      await file(`${ads}/used/1/v0/1.m4s`),
      await file(`${ads}/young/1/master.m3u8`, clock.now()),
      await file(`${tenant}/notes/mine.txt`),
      await file(`${tenant}/sources/used.mp4`),
    ];
    await addMedia(`${ads}/used/1/`);
    await addMedia(`${tenant}/sources/used.mp4`);
    await file(`${ads}/used/2/v0/1.m4s`);
    await file(`${ads}/lost/1/master.m3u8`);
    await file(`${ads}/lost/1/v0/1.m4s`);
    await file(`${tenant}/sources/lost.mp4`);
    await file(`${tenant}/uploads/lost/0`);
    // One recent file keeps the package: it may still be written.
    kept.push(await file(`${ads}/half/1/v0/1.m4s`));
    kept.push(await file(`${ads}/half/1/v0/2.m4s`, clock.now()));
    expect(await cleanOrphans()).toMatchObject({ storedFiles: 4 });
    expect(await keys()).toEqual(kept.sort());
    expect(failures).toEqual([]);
  });

  test('those of a running job stay, however old they are', async () => {
    const now = new Date(clock.now());
    await made.database.system
      .insertInto('jobs')
      .values({ tenant_id: tenant, id: 'job-1', name: 'j', status: 'running', created_at: now })
      .execute();
    const key = await file(`${tenant}/ads/clip/form/job-1/1/v0/1.m4s`);
    await file(`${tenant}/ads/clip/form/job-2/1/v0/1.m4s`);
    await cleanOrphans();
    expect(await keys()).toEqual([key]);
  });

  test('those of tenants that are gone go', async () => {
    await file('gone-tenant/sources/a.mp4');
    const young = await file('gone-tenant/sources/b.mp4', clock.now());
    await cleanOrphans();
    expect(await keys()).toEqual([young]);
  });

  test('a storage that is away does not keep another one from being cleaned', async () => {
    const systems = createSystemStore(made.database);
    const bucket = (secretAccessKey: string) =>
      systems.create(tenant, {
        name: 'Bucket',
        type: 's3',
        settings: { ...s3.settings, secretAccessKey },
      });
    await bucket('wrong');
    await bucket(s3.settings['secretAccessKey'] ?? '');
    const lost = {
      bytes: Buffer.from('x'),
      contentType: 'video/mp4',
      modifiedMs: oldMs(),
      etag: '"x"',
    };
    s3.bucket.objects.set(`${tenant}/sources/lost.mp4`, lost);
    s3.bucket.objects.set('another-tenant/sources/lost.mp4', lost);
    await cleanOrphans();
    expect([...s3.bucket.objects.keys()]).toEqual(['another-tenant/sources/lost.mp4']);
    expect(failures).toMatchObject([{ code: 'STORAGE_FAILED' }]);
  });

  test('are not looked for at every run', async () => {
    await file(`${tenant}/sources/lost.mp4`);
    expect(await purges().run()).not.toHaveProperty('storedFiles');
    expect(await keys()).toHaveLength(1);
  });
});

describe('uploads', () => {
  test('that nobody goes on with are given up, with their chunks', async () => {
    const nowMs = clock.now();
    await addUpload('stale', 'receiving', nowMs - storedFileRetention.unfinishedUploadMs - 1);
    await addUpload('alive', 'receiving', nowMs - storedFileRetention.unfinishedUploadMs + 1);
    await addUpload('ended', 'done', nowMs - storedFileRetention.unfinishedUploadMs - 1);
    await addUpload('long-ended', 'done', nowMs - storedFileRetention.endedUploadMs - 1);
    await file(`${tenant}/uploads/stale/0`, nowMs);
    const chunk = await file(`${tenant}/uploads/alive/0`);
    expect(await purges().run()).toEqual({ uploads: 1 });
    expect(await keys()).toEqual([chunk]);
    const rows = await made.database.system
      .selectFrom('uploads')
      .select('id')
      .where('tenant_id', '=', tenant)
      .orderBy('id')
      .execute();
    expect(rows.map(({ id }) => id)).toEqual(['alive', 'ended']);
  });

  test('chunks of an upload that is under way stay, however old they are', async () => {
    await addUpload('alive', 'receiving', clock.now() + 30 * 24 * 3_600_000);
    const chunk = await file(`${tenant}/uploads/alive/0`);
    await cleanOrphans();
    expect(await keys()).toEqual([chunk]);
  });
});
