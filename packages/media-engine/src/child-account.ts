/**
 * The account of decoders and encoders where the platform was started as root: one that owns no file. An opened input
 * file and a folder to write to are lent to it, and taken back when the process has ended.
 *
 * Linux only: elsewhere, and where the platform is not root, children have the account of the platform.
 */
import { execFile } from 'node:child_process';
import { chmod, lchown, lstat, open, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract/errors';

export interface ChildAccount {
  readonly uid: number;
  readonly gid: number;
  /** `setpriv` of util-linux, which also gives up all capabilities for good; without it the account is set by Node. */
  readonly hasSetpriv: boolean;
}

/** Undefined = that of the platform, for the reason in `text`. */
export interface ChosenAccount {
  readonly account: ChildAccount | undefined;
  /** For logs. */
  readonly text: string;
}

/** Reserved by Debian Policy 9.2.2 and unused, so that not even the database (`nobody`) shares it. */
const defaultId = 65_533;

const run = promisify(execFile);

/** A name of `passwd`, a number, or two numbers with a colon; undefined = none of them. */
export function findAccount(
  passwd: string,
  runAs: string,
): Pick<ChildAccount, 'uid' | 'gid'> | undefined {
  const entry = passwd.split('\n').find((line) => line.startsWith(`${runAs}:`));
  const [, , uidText, gidText] = entry?.split(':') ?? [];
  const [, uid = uidText, gid = gidText ?? uid] = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(runAs) ?? [];
  const ids = { uid: Number(uid), gid: Number(gid) };
  const isUsable = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 32 - 1;
  return isUsable(ids.uid) && isUsable(ids.gid) ? ids : undefined;
}

/** Options of `setpriv` that leave a program no privilege beside the account. */
export const setprivOptions = ({ uid, gid }: Pick<ChildAccount, 'uid' | 'gid'>) => [
  ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
];

async function tryAccount(ids: Pick<ChildAccount, 'uid' | 'gid'>): Promise<ChildAccount> {
  try {
    await run('setpriv', [...setprivOptions(ids), 'true']);
    return { ...ids, hasSetpriv: true };
  } catch {
    await run('true', [], ids);
    return { ...ids, hasSetpriv: false };
  }
}

/**
 * @param runAs MEDIA_RUN_AS
 * @throws {DomainError} CONFIG_INVALID when a named account cannot be taken
 */
export async function chooseChildAccount(runAs: string | undefined): Promise<ChosenAccount> {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot) return { account: undefined, text: 'the account of the platform' };
  const passwd = runAs === undefined ? '' : await readFile('/etc/passwd', 'utf8').catch(() => '');
  const ids = runAs === undefined ? { uid: defaultId, gid: defaultId } : findAccount(passwd, runAs);
  try {
    if (ids === undefined) throw new Error('there is no such unprivileged account');
    return { account: await tryAccount(ids), text: `account ${ids.uid}` };
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
    // A container without the capabilities SETUID and SETGID, or whose root is mapped alone.
    if (runAs === undefined) return { account: undefined, text: `root, as ${reason}` };
    const sentence = `MEDIA_RUN_AS: ${reason}. Name an account of this machine, or a user id other than 0.`;
    throw domainError('CONFIG_INVALID', { sentence, variable: 'MEDIA_RUN_AS' });
  }
}

/** Number of the file descriptor that a child gets its input by. */
export const INPUT_DESCRIPTOR = 4;

export interface LentInput {
  /** The file as the child opens it. */
  readonly path: string;
  /** For `stdio` at INPUT_DESCRIPTOR. */
  readonly handle: number | 'ignore';
}

/**
 * Opens the file for a child whose account cannot enter the folders above it: `/proc/self/fd` gives access without
 * passing them. A file that others may not read is opened to the group of the account, for reading.
 */
export async function lendInput<T>(
  file: string,
  account: ChildAccount | undefined,
  use: (input: LentInput) => Promise<T>,
): Promise<T> {
  if (account === undefined) return await use({ path: resolve(file), handle: 'ignore' });
  const opened = await open(file, 'r');
  try {
    const { mode, uid } = await opened.stat();
    if ((mode & 0o004) === 0) {
      await opened.chown(uid, account.gid);
      await opened.chmod((mode & 0o777) | 0o040);
    }
    return await use({ path: `/proc/self/fd/${INPUT_DESCRIPTOR}`, handle: opened.fd });
  } finally {
    await opened.close();
  }
}

/** Gives a folder of ours with its folders to the account. */
export async function lendFolder(folder: string, account: ChildAccount | undefined): Promise<void> {
  if (account === undefined) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) {
      await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
    }
  }
  await lchown(folder, account.uid, account.gid);
}

/**
 * Takes a lent folder back, from the top down, so that nothing in it can be replaced meanwhile.
 * @throws {DomainError} PACKAGE_FAULTY when it has anything but folders and files with one name: the platform, which
 *   may read everything, would follow a link to files that are closed to the account
 */
export async function takeBackFolder(
  folder: string,
  account: ChildAccount | undefined,
): Promise<void> {
  if (account === undefined) return;
  const found = await lstat(folder);
  const isPlain = found.isDirectory() || (found.isFile() && found.nlink === 1);
  if (!isPlain) throw domainError('PACKAGE_FAULTY', { reason: 'the engine has made a link' });
  await lchown(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await chmod(folder, found.isDirectory() ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of await readdir(folder)) await takeBackFolder(join(folder, name), account);
}
