/** The commands as an operator types them, beside a platform with the embedded database, and on another machine. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../tools/root.ts';
import { toolEnvironment } from '../../tools/run-command.ts';
import { signIn } from '../../tools/sign-in.ts';
import { endSpawned, exitCode, spawnPlatform } from '../../tools/spawn-platform.ts';
import { killPostgres } from '../platform/postgres-processes.ts';
import { putFile } from './backups.suite.ts';

let here: string;
let there: string;
let backups: string;
beforeAll(async () => {
  const make = (name: string) => mkdtemp(join(tmpdir(), `interlude-${name}-`));
  [here, there, backups] = [await make('here'), await make('there'), await make('kept')];
});
afterAll(async () => {
  await endSpawned();
  for (const folder of [here, there]) await killPostgres(folder);
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };
  for (const folder of [here, there, backups]) await rm(folder, options);
});

const start = (dataFolder: string) =>
  spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane'],
    env: { INTERLUDE_DEMO: 'off' },
  });

async function run(command: 'backup' | 'restore', dataFolder: string, args: readonly string[]) {
  const tool = ['--conditions=@interlude/source', join(root, `tools/${command}.ts`), ...args];
  const env = toolEnvironment({ INTERLUDE_DATA: dataFolder });
  const child = spawn(process.execPath, tool, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString('utf8');
    });
  return { status: await exitCode(child), said };
}

const names = async (client: Client) =>
  (await client(contract.channels.list, {})).map(({ name }) => name);

test('REL-R12 an installation goes to another machine: people, channels and files, but no session', async () => {
  const platform = await start(here);
  const { client, headers, tenantId } = await signIn(platform);
  const source = 'https://origin.example/live/master.m3u8';
  await client(contract.channels.create, { body: { name: 'News', sourceManifestUrl: source } });
  await putFile(here, `media/${tenantId}/sources/a.mp4`, 'film');

  const written = await run('backup', here, ['--to', backups]);
  expect(written, written.said).toMatchObject({ status: 0 });
  const [name = ''] = await readdir(backups);
  const file = join(backups, name);
  const refused = await run('restore', here, [file, '--replace']);
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.said).toContain('Stop the platform on every machine');
  expect(await names(client)).toEqual(['News']);
  expect(await platform.stop()).toBe(0);

  const noKey = await run('restore', there, [file]);
  expect(noKey).toMatchObject({ status: 2 });
  expect(noKey.said).toContain('The backup belongs to the key');
  expect(await readdir(there)).toEqual([]);
  await cp(join(here, 'secret.key'), join(there, 'secret.key'));
  const restored = await run('restore', there, [file]);
  expect(restored, restored.said).toMatchObject({ status: 0 });

  const moved = await start(there);
  const list = `${moved.consoleUrl}${contract.channels.list.path}`;
  expect((await fetch(list, { headers })).status).toBe(401);
  const again = await signIn(moved);
  expect(again.tenantId).toBe(tenantId);
  expect(await names(again.client)).toEqual(['News']);
  expect(await readdir(join(there, 'media', tenantId, 'sources'))).toEqual(['a.mp4']);
  expect(await moved.stop()).toBe(0);

  // Replaces the existing data, with the platform stopped; the command starts and stops the folder's database server.
  const replaced = await run('restore', here, [file, '--replace']);
  expect(replaced, replaced.said).toMatchObject({ status: 0 });
}, 300_000);
