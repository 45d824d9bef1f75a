import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../tools/sign-in.ts';
import {
  endSpawned,
  exitCode,
  type SpawnOptions,
  spawnLauncher,
  spawnPlatform,
} from '../../tools/spawn-platform.ts';
import { killPostgres, postmasterPid } from './postgres-processes.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-launcher-'));
});
afterEach(async () => {
  await endSpawned();
  await killPostgres(dataFolder);
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Runs the launcher to its end. */
async function run(options: Partial<SpawnOptions> = {}) {
  const child = spawnLauncher({ dataFolder, ...options });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const code = await exitCode(child);
  return { code, stdout, stderr };
}

const oneSentence = /^[A-Z][^\n]+\.\n$/;

describe('a start that cannot work says in one sentence what to do', () => {
  it.each([
    ['PORT', ['control-plane']],
    ['STITCHER_PORT', ['stitcher']],
    ['LAB_PORT', ['lab']],
  ])('%s in use', async (variable, roles) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const result = await run({ env: { [variable]: port }, args: ['--roles', roles.join(',')] });
    taken.close();
    expect(result).toMatchObject({
      code: 1,
      stderr: `Port ${port} is in use. Stop the other program or set ${variable} to a free port.\n`,
    });
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it('a data folder that cannot be written', async () => {
    const file = join(dataFolder, 'file');
    await writeFile(file, '');
    const result = await run({ env: { INTERLUDE_DATA: join(file, 'data') } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(oneSentence);
    expect(result.stderr).toContain('INTERLUDE_DATA');
    expect(result.stderr).toContain('a part of the path is a file');
  });

  it.each([
    ['STITCHER_PORT', 'eighty'],
    ['PUBLIC_URL', 'interlude.example'],
    ['INTERLUDE_ADMIN_PASSWORD', 'short'],
    ['EGRESS_ALLOW', 'http://media.intern'],
  ])('%s=%s', async (variable, value) => {
    const result = await run({ env: { [variable]: value } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(new RegExp(`^${variable} [^\\n]+\\.( [^\\n]+\\.)?\\n$`));
  });

  it('a role that does not exist', async () => {
    const result = await run({ args: ['--roles', 'player'] });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('There is no role "player".');
  });

  it('a database that cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    closed.close();
    const url = `postgres://interlude:hunter2@127.0.0.1:${port}/interlude`;
    const result = await run({ env: { DATABASE_URL: url }, args: ['--roles', 'worker'] });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('DATABASE_URL');
    expect(result.stderr).not.toContain('hunter2');
    expect(result.stderr).not.toContain('    at ');
  });
});

describe('start and stop', () => {
  const args = ['--roles', 'control-plane'];

  it('stops in order on SIGTERM, the database last, and keeps its data', async () => {
    const lines: string[] = [];
    const first = await spawnPlatform({ dataFolder, args, onLine: (line) => lines.push(line) });
    const { client } = await signIn(first);
    const before = await client(contract.channels.list, {});
    expect(before.totalCount).toBe(2);
    expect(await first.stop()).toBe(0);
    expect(await postmasterPid(dataFolder)).toBeUndefined();

    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries.every((entry) => typeof entry['msg'] === 'string')).toBe(true);
    const stopped = entries.filter((entry) => entry['msg'] === 'stopped');
    expect(stopped.map((entry) => entry['what'])).toEqual([
      'control-plane',
      'database',
      'outbound connections',
    ]);

    const second = await spawnPlatform({ dataFolder, args });
    const again = await signIn(second);
    const after = await again.client(contract.channels.list, {});
    await second.stop();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });

  it('makes up a password at the first start and shows it that once', async () => {
    const env = { INTERLUDE_ADMIN_PASSWORD: '', INTERLUDE_DEMO: 'off' };
    const seen = async () => {
      const child = spawnLauncher({ dataFolder, args, env });
      let stderr = '';
      const shown = new Promise<void>((resolve) => {
        child.stderr?.on('data', (chunk: Buffer) => {
          stderr += chunk;
          if (stderr.includes('Ctrl-C stops it')) resolve();
        });
      });
      await shown;
      const console = /Console +(\S+)/.exec(stderr)?.[1] ?? '';
      const password = /password: (\S+) +\(shown this once\)/.exec(stderr)?.[1];
      return {
        console,
        password,
        end: () => {
          child.kill('SIGINT');
          return exitCode(child);
        },
      };
    };
    const first = await seen();
    const signedIn = await signIn({
      consoleUrl: first.console,
      adminEmail: 'admin@interlude.local',
      adminPassword: first.password ?? '',
    });
    expect((await signedIn.client(contract.channels.list, {})).totalCount).toBe(0);
    expect(await first.end()).toBe(0);
    const second = await seen();
    expect(second.password).toBeUndefined();
    expect(await second.end()).toBe(0);
  });

  it('demo channels follow the lab to another port', async () => {
    const first = await spawnPlatform({ dataFolder, args });
    await first.stop();
    const second = await spawnPlatform({ dataFolder, args });
    const { client } = await signIn(second);
    const channels = await client(contract.channels.list, {});
    await second.stop();
    expect(first.labUrl).not.toBe(second.labUrl);
    for (const channel of channels) {
      expect(channel.sourceManifestUrl.startsWith(`${second.labUrl}/live/`)).toBe(true);
      expect(channel.adSource.url).toBe(`${second.labUrl}/ads/vast`);
      expect(channel.adSlateManifestUrl.startsWith(`${second.labUrl}/slate/`)).toBe(true);
      expect(channel.state).toBe('enabled');
    }
  });

  it('a second signal ends at once what the first one waits for', async () => {
    const platform = await spawnPlatform({ dataFolder, args });
    const postmaster = await postmasterPid(dataFolder);
    expect(postmaster).toBeTypeOf('number');
    process.kill(postmaster ?? 0, 'SIGSTOP'); // the database cannot stop now
    const stopping = new Promise<void>((resolve) => {
      platform.child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('"msg":"stopping"')) resolve();
      });
    });
    platform.child.kill('SIGINT');
    platform.child.kill('SIGINT'); // the same Ctrl-C, passed on by npm
    await stopping;
    await sleep(1_000); // a person who presses it again
    expect(platform.child.exitCode).toBeNull();
    platform.child.kill('SIGINT');
    expect(await exitCode(platform.child)).toBe(130);
    process.kill(postmaster ?? 0, 'SIGCONT');
  });

  it('a signal while it starts stops the start and what had started', async () => {
    const child = spawnLauncher({ dataFolder, args });
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('"role":"database"')) resolve();
      });
    });
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(0);
    expect(await postmasterPid(dataFolder)).toBeUndefined();
  });

  it('two starters of one data folder share one database and one first tenant', async () => {
    const both = await Promise.all([
      spawnPlatform({ dataFolder, args }),
      spawnPlatform({ dataFolder, args }),
    ]);
    const counts = await Promise.all(
      both.map(async (platform) => {
        const { client } = await signIn(platform);
        return (await client(contract.channels.list, {})).totalCount;
      }),
    );
    expect(counts).toEqual([2, 2]);
    expect(await Promise.all(both.map((platform) => platform.stop()))).toEqual([0, 0]);
    expect(await postmasterPid(dataFolder)).toBeUndefined();
  });
});
