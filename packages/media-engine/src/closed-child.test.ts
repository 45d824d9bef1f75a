import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { childLimits, closedCommand, closedEnvironment, closedFork } from './closed-child.ts';

const run = promisify(execFile);

/** Standard output of a program that runs as a closed child. */
async function printed(program: string, args: readonly string[]): Promise<string> {
  const command = closedCommand(program, args, undefined);
  return (await run(command.program, [...command.args], { env: command.env })).stdout;
}

afterEach(() => vi.unstubAllEnvs());

test('SEC-S31 of the environment a child gets what programs need, and no secret', () => {
  const secrets = {
    INTERLUDE_SECRET_KEY: 'k',
    INTERLUDE_ADMIN_PASSWORD: 'p',
    SMTP_URL: 'smtp://a:b@c',
    DATABASE_URL: 'postgres://a:b@c/d',
    NODE_OPTIONS: '--require /tmp/x',
    AWS_SECRET_ACCESS_KEY: 's',
  };
  expect(closedEnvironment({ PATH: '/bin', TZ: 'UTC', ...secrets })).toEqual({
    PATH: '/bin',
    TZ: 'UTC',
  });
});

test('SEC-S31 a tool has neither the environment nor the network of the platform, and limits', async () => {
  vi.stubEnv('INTERLUDE_SECRET_KEY', 'of-the-platform');
  const text = await printed('sh', [
    ...['-c', 'env; ulimit -c; ulimit -t; ulimit -n; ulimit -u 2>/dev/null || ulimit -p'],
  ]);
  expect(text).not.toMatch(/of-the-platform|INTERLUDE|VITEST/);
  const { cpuSeconds, openFiles, processes } = childLimits;
  const limits = text.trim().split('\n').slice(-4).map(Number);
  expect(limits.slice(0, 3)).toEqual([0, cpuSeconds, openFiles]);
  // The account may have a lower one.
  expect(limits[3]).toBeLessThanOrEqual(processes);
  const canUnshare = await run('unshare', ['-rn', 'true']).then(
    () => true,
    () => false,
  );
  const interfaces = await printed('sh', ['-c', 'cat /proc/net/dev 2>/dev/null || true']);
  const others = interfaces.split('\n').filter((line) => /^\s*(eth|en|wl)/.test(line));
  if (canUnshare) expect(others).toEqual([]);
});

test('SEC-S31 a child of Node talks to its parent through the door, and runs out of memory before the machine does', async () => {
  const file = join(tmpdir(), `interlude-closed-${process.pid}.mjs`);
  await writeFile(
    file,
    `const kept = [];
try { for (let count = 0; count < 12; count += 1) kept.push(new ArrayBuffer(1024 ** 3)); } catch { kept.push('limited'); }
process.send({ secret: process.env.INTERLUDE_SECRET_KEY ?? 'none', last: String(kept.at(-1)) });
process.disconnect();`,
  );
  vi.stubEnv('INTERLUDE_SECRET_KEY', 'of-the-platform');
  const child = fork(file, [], closedFork(undefined));
  const [message] = await once(child, 'message');
  expect(message).toEqual({ secret: 'none', last: 'limited' });
  await once(child, 'close');
});

test('SEC-S31 a program that is not there fails as ever', async () => {
  const { program, args, env } = closedCommand('/no/such/program', [], undefined);
  const [code] = await once(spawn(program, [...args], { env }), 'close');
  expect(code).not.toBe(0);
});

/** True when another process of the same account can read the environment of one that runs `program`. */
async function isEnvironmentRead(program: string): Promise<boolean> {
  // Root reads everything.
  const account = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : {};
  const child = spawn(program, ['10'], { env: { KEY: 'of-the-platform' }, ...account });
  try {
    await once(child, 'spawn');
    const { stdout } = await run('sh', ['-c', `cat /proc/${child.pid}/environ || true`], account);
    return stdout.includes('of-the-platform');
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

test('SEC-S31 in the image, where decoders have the account of the platform, they cannot read its environment', async () => {
  const image = await readFile(join(import.meta.dirname, '../../../Containerfile'), 'utf8');
  const [, mode = ''] = /chmod (\d+) \/usr\/local\/bin\/node\n/.exec(image) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'interlude-image-'));
  try {
    await chmod(folder, 0o755);
    const program = join(folder, 'sleep');
    await copyFile('/bin/sleep', program);
    await chmod(program, 0o755);
    expect(await isEnvironmentRead(program)).toBe(process.platform === 'linux');
    // Where the tests own the program, its owner's rights decide; in the image those of all others do.
    const others = Number.parseInt(mode, 8) & 0o7;
    await chmod(program, others | (others << 3) | (others << 6));
    expect(await isEnvironmentRead(program)).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
