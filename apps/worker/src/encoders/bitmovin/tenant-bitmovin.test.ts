import { createSystemStore, type SystemStore } from '@interlude/persistence';
import { createEgress } from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTenantBitmovin } from './tenant-bitmovin.ts';

const egress = createEgress();
let made: TemplateDatabase;
let systems: SystemStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase();
  systems = createSystemStore(made.database);
});
afterAll(async () => {
  await made.drop();
  await egress.close();
});
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const find = (systemId: string, storageSystemId: string) =>
  createTenantBitmovin({ database: made.database, egress, dataFolder: '/nowhere' }).find(tenant, {
    systemId,
    storageSystemId,
  });

async function addBucket(): Promise<string> {
  const settings = {
    ...{ endpoint: 'https://s3.example', region: 'auto', bucket: 'b' },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  return (await systems.create(tenant, { name: 'Bucket', type: 's3', settings })).id;
}

const addBitmovin = async () =>
  (await systems.create(tenant, { name: 'B', type: 'bitmovin', settings: { apiKey: 'k' } })).id;

test('SYS-005 the named account, or the only one there is, with a storage that it reaches', async () => {
  const bucket = await addBucket();
  const account = await addBitmovin();
  expect(await find(account, bucket)).toHaveProperty('transcode');
  expect(await find('', bucket)).toHaveProperty('transcode');
});

test('without an account, or with a system of another type, there is none', async () => {
  const bucket = await addBucket();
  for (const systemId of ['', 'unknown', bucket]) {
    await expect(find(systemId, bucket)).rejects.toMatchObject({ code: 'SYSTEM_NOT_FOUND' });
  }
});

test('the local folder is out of its reach, and so is Azure without a storage key', async () => {
  await addBitmovin();
  await expect(find('', '')).rejects.toMatchObject({ code: 'BITMOVIN_FAILED' });
  const settings = {
    ...{ accountName: 'a', container: 'c', activeDirectoryTenantId: 't' },
    ...{ activeDirectoryClientId: 'i', activeDirectoryClientSecret: 's' },
  };
  const azure = await systems.create(tenant, { name: 'Azure', type: 'azure', settings });
  await expect(find('', azure.id)).rejects.toMatchObject({
    details: { reason: 'it writes to Azure by storage key only, and this storage has none' },
  });
});
