/** The launcher with other ports and variables, signals at bad moments, two starters of one folder. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../tools/sign-in.ts';
import { exitCode, spawnLauncher, spawnPlatform } from '../../tools/spawn-platform.ts';
import { launcherRuns } from './launcher-runs.suite.ts';
import { postmasterPid } from './postgres-processes.ts';

const here = launcherRuns();

describe('a start that cannot work says in one sentence what to do', () => {
  it.each([
    ['STITCHER_PORT', 'stitcher'],
    ['LAB_PORT', 'lab'],
  ])('%s in use', async (variable, role) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const result = await here.run({ env: { [variable]: port }, args: ['--roles', role] });
    taken.close();
    expect(result).toMatchObject({
      code: 1,
      stderr: `Port ${port} is in use. Stop the other program or set ${variable} to a free port.\n`,
    });
    expect(await readdir(here.dataFolder)).toEqual([]);
  });

  it.each([
    ['PUBLIC_URL', 'interlude.example'],
    ['INTERLUDE_ADMIN_PASSWORD', 'short'],
    ['EGRESS_ALLOW', 'http://media.intern'],
  ])('%s=%s', async (variable, value) => {
    const result = await here.run({ env: { [variable]: value } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(new RegExp(`^${variable} [^\\n]+\\.( [^\\n]+\\.)?\\n$`));
  });

  it('a database that cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    closed.close();
    const url = `postgres://interlude:hunter2@127.0.0.1:${port}/interlude`;
    const result = await here.run({ env: { DATABASE_URL: url }, args: ['--roles', 'worker'] });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('DATABASE_URL');
    expect(result.stderr).not.toContain('hunter2');
    expect(result.stderr).not.toContain('    at ');
  });
});

describe('start and stop', () => {
  const args = ['--roles', 'control-plane'];

  it('makes up a password at the first start and shows it that once', async () => {
    const env = { INTERLUDE_ADMIN_PASSWORD: '', INTERLUDE_DEMO: 'off' };
    const seen = async () => {
      const child = spawnLauncher({ dataFolder: here.dataFolder, args, env });
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

  it('a second signal ends at once what the first one waits for', async () => {
    const platform = await spawnPlatform({ dataFolder: here.dataFolder, args });
    const postmaster = await postmasterPid(here.dataFolder);
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
    const child = spawnLauncher({ dataFolder: here.dataFolder, args });
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('"role":"database"')) resolve();
      });
    });
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(0);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
  });

  it('two starters of one data folder share one database and one first tenant', async () => {
    const both = await Promise.all([
      spawnPlatform({ dataFolder: here.dataFolder, args }),
      spawnPlatform({ dataFolder: here.dataFolder, args }),
    ]);
    for (const platform of both) {
      // One after the other: attempts for one account at once count as guessing.
      const { client } = await signIn(platform);
      expect((await client(contract.channels.list, {})).totalCount).toBe(2);
    }
    expect(await Promise.all(both.map((platform) => platform.stop()))).toEqual([0, 0]);
    expect(await postmasterPid(here.dataFolder)).toBeUndefined();
  });
});
