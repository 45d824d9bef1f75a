/** The client against a real control plane. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../../apps/control-plane/src/testing/control-plane.suite.ts';
import { createInterludeClient, type Interlude } from './client.ts';
import { hasCode } from './errors.ts';

const run = promisify(execFile);
const workspace = join(import.meta.dirname, '..');

let plane: TestPlane;
let admin: TestUser;
let key: string;
let client: Interlude;

beforeAll(async () => {
  plane = await startTestPlane();
  admin = await plane.user(await plane.tenant('Acme'), 'Admin');
  key = randomUUID();
  const keyHash = createHash('sha256').update(key).digest('hex');
  await plane.client(admin)(contract.apiKeys.create, {
    body: { name: 'CI', keyHash, role: 'Editor', scopes: ['read', 'write'] },
  });
  client = createInterludeClient({ url: plane.url, key });
});
afterAll(() => plane.stop());

const source = 'https://origin.example/a.m3u8';

describe('with an API key', () => {
  it('makes, reads, pages and removes', async () => {
    for (const name of ['One', 'Two', 'Three'])
      await client.channels.create({ body: { name, sourceManifestUrl: source } });
    const names: string[] = [];
    const query = { limit: 2, sort: 'name' };
    for await (const { name } of client.channels.list.all({ query })) names.push(name);
    expect(names).toEqual(['One', 'Three', 'Two']);
    const rows = await client.channels.list({ query });
    expect([rows.length, rows.totalCount]).toEqual([2, 3]);
    for await (const { id } of client.channels.list.all())
      await client.channels.remove({ params: { id } });
  });

  it('SEC-S116 the same key of a request makes one channel', async () => {
    const make = () =>
      client.channels.create(
        { body: { name: 'Once', sourceManifestUrl: source } },
        { idempotencyKey: 'once' },
      );
    const [one, other] = [await make(), await make()];
    expect(other.id).toBe(one.id);
    await client.channels.remove({ params: { id: one.id } });
  });

  it('ERR-010 an error has its code, its details and the id of the request', async () => {
    const error = await client.channels
      .create({ body: { name: '', sourceManifestUrl: 'x' } })
      .catch((reason: unknown) => reason);
    if (!hasCode(error, 'INVALID_FIELDS')) throw error;
    expect(error.status).toBe(422);
    expect(error.error.details).toMatchObject({ errors: { name: 'I should not be empty!' } });
    expect(error.error.requestId).toMatch(/\S/);
  });

  it('a token of a person names the company', async () => {
    const { token, tenantId } = admin;
    const person = createInterludeClient({ url: plane.url, key: () => token, company: tenantId });
    const [company] = await person.tenants.list();
    expect(company?.id).toBe(tenantId);
  });
});

describe('README.md', () => {
  it('its example runs', async () => {
    const readme = await readFile(join(workspace, 'README.md'), 'utf8');
    const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const flags = ['--conditions=@interlude/source', '--input-type=module-typescript'];
    const env = { ...process.env, INTERLUDE_URL: plane.url, INTERLUDE_KEY: key };
    const { stdout } = await run(process.execPath, [...flags, '--eval', example], {
      ...{ cwd: workspace, env },
    });
    expect(stdout).toBe('News enabled\n');
    const [news] = await client.channels.list();
    expect(news).toMatchObject({ name: 'News', state: 'enabled', liveDelay: 12 });
  });
});
