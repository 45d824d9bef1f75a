import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chooseChildAccount,
  findAccount,
  INPUT_DESCRIPTOR,
  lendFolder,
  lendInput,
  takeBackFolder,
} from './child-account.ts';
import { closedCommand, closedFork } from './closed-child.ts';
import { spawnTool } from './ffmpeg/spawn-tool.ts';

const run = promisify(execFile);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** As it is chosen on this machine: where the tests are not root, the account of the tests. */
const { account, text } = await chooseChildAccount(undefined);
const uid = isRoot ? 65_533 : process.getuid?.();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-account-')); // mode 0700
});
afterEach(() => rm(folder, { recursive: true }));

/** Standard output of a shell script that runs as a closed child, with the file lent to it. */
async function printed(script: string, file: string, cwd = folder, as = account): Promise<string> {
  return await lendInput(file, as, async (input) => {
    const program = { path: 'sh', account: as };
    const { child } = spawnTool(program, ['-c', script, 'sh', input.path], { cwd, input });
    let all = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      all += chunk;
    });
    await once(child, 'close');
    return all.trim();
  });
}

test('SEC-S72 MEDIA_RUN_AS is a name, a user id, or both ids of an account without rights', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nmedia:x:990:991::/:/bin/false\n';
  expect(
    ['media', '1000', '1000:1001', 'root', '0', '0:5', 'nobody', '-1'].map((one) =>
      findAccount(passwd, one),
    ),
  ).toEqual([
    { uid: 990, gid: 991 },
    { uid: 1_000, gid: 1_000 },
    { uid: 1_000, gid: 1_001 },
    ...Array.from({ length: 5 }),
  ]);
});

test('SEC-S72 a named account that cannot be taken is refused, and does not count where the platform is not root', async () => {
  const choosing = chooseChildAccount('no-such-account');
  if (isRoot) await expect(choosing).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  else expect((await choosing).account).toBeUndefined();
  expect(text).toBe(isRoot ? 'account 65533' : 'the account of the platform');
});

test('SEC-S72 a tool that the platform starts as root has no right of root, and no way back to it', async () => {
  const { program, args, ...options } = closedCommand(
    'sh',
    [
      '-c',
      "id -u; id -G; sed -En 's/^(CapPrm|CapEff|CapInh|CapAmb|CapBnd|NoNewPrivs):\\s*//p' /proc/self/status",
    ],
    account,
  );
  const [own, groups, ...rights] = (await run(program, [...args], options)).stdout
    .trim()
    .split('\n');
  expect(Number(own)).toBe(uid);
  if (!isRoot) return;
  expect(groups).toBe('65533');
  // Inherited, permitted, effective, bounding, ambient; then no new privileges.
  expect(rights).toEqual([...Array.from({ length: 5 }, () => '0'.repeat(16)), '1']);
});

test('SEC-S72 a tool reads the file that it was given, and no other in a closed folder', async () => {
  const [file, other] = [join(folder, 'own.mov'), join(folder, 'other.mov')];
  await writeFile(file, 'of this job', { mode: 0o600 });
  await writeFile(other, 'of another company', { mode: 0o600 });
  expect(await printed(`cat "$1"; cat '${other}' 2>&1`, file)).toMatch(
    isRoot ? /^of this job.*Permission denied$/ : /^of this jobof another company$/,
  );
  expect(await printed('{ echo more >> "$1"; } 2>/dev/null; cat "$1"', file)).toMatch(
    /^of this job/,
  );
  if (isRoot) expect(await readFile(file, 'utf8')).toBe('of this job');
});

test('SEC-S72 a tool writes to the folder that it was lent; afterwards all of it is ours', async () => {
  const [file, lent] = [join(folder, 'own.mov'), join(folder, 'package')];
  await writeFile(file, 'media');
  await mkdir(join(lent, 'v0'), { recursive: true });
  await lendFolder(lent, account);
  await printed(
    'umask 0; cat "$1" > v0/0.ts; mkdir a0; echo > a0/0.ts; chmod 777 v0/0.ts',
    file,
    lent,
  );
  await takeBackFolder(lent, account);
  for (const path of ['', 'v0', 'v0/0.ts', 'a0', 'a0/0.ts']) {
    const found = await stat(join(lent, path));
    expect({ path, uid: found.uid }).toEqual({ path, uid: process.getuid?.() });
    if (isRoot) expect(found.mode & 0o022).toBe(0);
  }
  expect(await readFile(join(lent, 'v0/0.ts'), 'utf8')).toBe('media');
});

test('SEC-S72 without setpriv a tool has the account and what it was lent all the same', async () => {
  const [file, lent] = [join(folder, 'own.mov'), join(folder, 'package')];
  await writeFile(file, 'media', { mode: 0o600 });
  await mkdir(lent);
  const plain = account && { ...account, hasSetpriv: false };
  await lendFolder(lent, plain);
  const own = await printed('id -u; cat "$1" > 0.ts; cat ../own.mov 2>&1', file, lent, plain);
  await takeBackFolder(lent, plain);
  expect(Number(own.split('\n')[0])).toBe(uid);
  expect(own).toMatch(isRoot ? /Permission denied$/ : /media$/);
  expect(await readFile(join(lent, '0.ts'), 'utf8')).toBe('media');
});

test.each([
  ['a symbolic link', symlink],
  ['a further name', link],
])(
  'SEC-S72 a folder with %s to what the account may not read is not taken over',
  async (_, make) => {
    const [secret, lent] = [join(folder, 'secret.key'), join(folder, 'package')];
    await writeFile(secret, 'of the platform', { mode: 0o600 });
    await mkdir(lent);
    await make(secret, join(lent, '0.ts'));
    const ofRoot = { uid: process.getuid?.() ?? 1, gid: process.getgid?.() ?? 1, hasSetpriv: true };
    await expect(takeBackFolder(lent, ofRoot)).rejects.toMatchObject({ code: 'PACKAGE_FAULTY' });
    expect(await readFile(secret, 'utf8')).toBe('of the platform');
  },
);

test('SEC-S72 a child of Node loads its modules first, then gives up root for good', async () => {
  const file = join(folder, 'child.mjs');
  const giveUpRoot = new URL('./node-av/give-up-root.ts', import.meta.url);
  await writeFile(
    file,
    `import { readFileSync } from 'node:fs';
import { giveUpRoot } from '${giveUpRoot}';
giveUpRoot();
const attempt = (what) => { try { return what(); } catch (error) { return error.code; } };
const status = attempt(() => readFileSync('/proc/self/status', 'utf8'));
process.send({
  uid: process.getuid(),
  groups: process.getgroups(),
  rights: /^CapEff:\\s*(.*)$/m.exec(status)?.[1],
  back: attempt(() => process.setuid(0)),
  given: attempt(() => readFileSync('/proc/self/fd/${INPUT_DESCRIPTOR}', 'utf8')),
  module: attempt(() => readFileSync(import.meta.filename, 'utf8').length > 0),
});
process.disconnect();`,
  );
  const input = join(folder, 'own.mov');
  await writeFile(input, 'of this job');
  const message = await lendInput(input, account, async ({ handle }) => {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc', isRoot ? handle : 'ignore'] as const;
    const child = fork(file, [], { ...closedFork(account), stdio: [...stdio] });
    return (await once(child, 'message'))[0];
  });
  expect(message).toMatchObject({
    uid,
    ...(isRoot && { groups: [65_533], rights: '0'.repeat(16), back: 'EPERM' }),
    ...(isRoot && { given: 'of this job', module: 'EACCES' }),
  });
});
