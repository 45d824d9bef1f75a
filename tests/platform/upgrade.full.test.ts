/**
 * An installation of the preceding release, with its users, channels, media and counted events, continues under this
 * release. The preceding release is the newest commit with fewer migrations: its own code makes the data.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reportIntervals } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../tools/root.ts';
import { type SignedIn, signIn } from '../../tools/sign-in.ts';
import { endSpawned, spawnPlatform } from '../../tools/spawn-platform.ts';
import { openChannel } from './plain-player.ts';
import { killPostgres } from './postgres-processes.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
const migrations = 'packages/persistence/migrations';

let sources: string;
let dataFolder: string;

/** Sources of the preceding release, with their packages installed. */
async function checkOutBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-before-'));
  const newest = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', migrations);
  expect(newest, 'the history of the repository is needed: clone it whole').not.toBe('');
  await run('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  await run('git', ['checkout', '--quiet', `${newest}^`], { cwd: folder });
  const lock = 'package-lock.json';
  const [here, before] = await Promise.all(
    [root, folder].map((of) => readFile(join(of, lock), 'utf8')),
  );
  if (here === before) {
    // Links to the workspaces are relative.
    const options = { recursive: true, verbatimSymlinks: true };
    const skipCache = (path: string) => !path.includes('node_modules/.cache');
    await cp(join(root, 'node_modules'), join(folder, 'node_modules'), {
      ...options,
      filter: skipCache,
    });
    const ofConsole = 'apps/console/node_modules';
    await cp(join(root, ofConsole), join(folder, ofConsole), options);
  } else {
    await run('npm', ['ci'], { cwd: folder, maxBuffer: 100_000_000 });
  }
  return folder;
}

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-upgrade-'));
  sources = await checkOutBefore();
}, 300_000);
afterAll(async () => {
  await endSpawned();
  await killPostgres(dataFolder);
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };
  for (const folder of [sources, dataFolder]) await rm(folder, options);
});

/** Segments in the list of a new session; the newest one is fetched. */
async function playedSegments(client: Client, id: string): Promise<number> {
  const { outputUri } = await client(contract.channels.read, { params: { id } });
  const { renditions } = await openChannel(outputUri);
  const answer = await fetch(renditions[0] ?? '');
  expect(answer.status, answer.url).toBe(200);
  const segments = (await answer.text()).split('\n').filter((line) => /^[^#]/.test(line));
  const newest = await fetch(new URL(segments.at(-1) ?? '', answer.url));
  expect(newest.status, newest.url).toBe(200);
  expect((await newest.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  return segments.length;
}

async function sessionsCounted(client: Client): Promise<number> {
  const systems = await client(contract.systems.listSummary, {});
  const id = systems.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
  const hour = reportIntervals.hours;
  const end = (Math.floor(Date.now() / hour) + 1) * hour;
  const { metrics } = await client(contract.reports.read, {
    params: { id, chart: 'main-kpi' },
    query: { interval: hour, start: end - 4 * hour, end },
  });
  return metrics[1] ?? 0;
}

/** State that has to be the same before and after the upgrade. */
async function stateOf({ client, tenantId }: SignedIn) {
  const channels = await client(contract.channels.list, {});
  const users = await client(contract.users.list, {});
  const playlists = await client(contract.playlists.list, {});
  const medias = await client(contract.medias.list, {});
  const byId = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort();
  return {
    tenantId,
    channels: channels.map(({ id, name }) => `${id} ${name}`).sort(),
    users: users.map(({ email }) => email).sort(),
    playlists: byId(playlists),
    medias: byId(medias),
  };
}

test('REL-R11 an installation of the release before goes on with its people, channels and figures', async () => {
  const before = await spawnPlatform({ dataFolder, sources, timeoutMs: 240_000 });
  const old = await signIn(before);
  const made = await old.client(contract.channels.create, {
    body: { name: 'Of before', sourceManifestUrl: 'https://origin.example/live/master.m3u8' },
  });
  const state = await stateOf(old);
  expect(state.channels).toContain(`${made.id} Of before`);
  const channels = await old.client(contract.channels.list, {});
  const demo = channels.find(({ type, id }) => type === 'hls-live' && id !== made.id);
  const played = demo?.id ?? expect.fail('the demo has no channel');
  await expect
    .poll(() => playedSegments(old.client, played), { timeout: 120_000, interval: 1_000 })
    .toBeGreaterThan(0);
  await expect
    .poll(() => sessionsCounted(old.client), { timeout: 120_000, interval: 1_000 })
    .toBeGreaterThan(0);
  const counted = await sessionsCounted(old.client);
  expect(await before.stop()).toBe(0);

  const lines: string[] = [];
  const after = await spawnPlatform({
    dataFolder,
    timeoutMs: 240_000,
    onLine: (line) => void lines.push(line),
  });
  const now = await signIn(after);
  expect(await stateOf(now)).toEqual(state);
  const read = await now.client(contract.channels.read, { params: { id: made.id } });
  expect(read.sourceManifestUrl).toBe('https://origin.example/live/master.m3u8');
  expect(await sessionsCounted(now.client)).toBeGreaterThanOrEqual(counted);
  await expect
    .poll(() => playedSegments(now.client, played), { timeout: 120_000, interval: 1_000 })
    .toBeGreaterThan(0);
  await expect
    .poll(() => sessionsCounted(now.client), { timeout: 120_000, interval: 1_000 })
    .toBeGreaterThan(counted);
  // The log announces the migration, which cannot be undone.
  expect(lines.some((line) => line.includes('migration'))).toBe(true);
  expect(await after.stop()).toBe(0);
}, 900_000);
