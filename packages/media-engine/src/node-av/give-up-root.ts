/**
 * A forked process takes the account that its parent named, for good: after all its modules are loaded, because that
 * account may be unable to read them, and before it reads any untrusted bytes.
 */

/** Environment variable with the account, `uid:gid`; unset = that of the parent. */
export const accountVariable = 'INTERLUDE_CHILD_ACCOUNT';

const [uid = '', gid = ''] = process.env[accountVariable]?.split(':') ?? [];

/** @throws {Error} where the system refuses: the process must not go on as root */
export function giveUpRoot(): void {
  if (uid === '') return;
  process.setgroups?.([]);
  process.setgid?.(Number(gid));
  process.setuid?.(Number(uid));
}

/** The address of a file in the folder of this process, which the account may enter, unlike the folders above it. */
export const inOwnFolder = (path: string) => (uid === '' ? path : `/proc/self/cwd/${path}`);
