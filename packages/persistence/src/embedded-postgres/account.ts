/**
 * Account that runs the database server. PostgreSQL refuses uid 0, and its uid must have an entry in the user database
 * of the system: root drops to an existing unprivileged account, any other user keeps its own.
 */
import { readFile } from 'node:fs/promises';
import { domainError } from '@interlude/contract/errors';

/** Options for `spawn`; empty = the account of this process. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

function findUser(passwd: string, name: string): Account | undefined {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid !== undefined && gid !== undefined && Number(uid) > 0
    ? { uid: Number(uid), gid: Number(gid) }
    : undefined;
}

/**
 * Chooses the account for root: `runAs` (PG_RUN_AS), else `postgres`, else `nobody`. A missing `runAs` is an error; no
 * other account is tried.
 * @throws {DomainError} DATABASE_UNAVAILABLE when root finds no account to drop to
 */
export function chooseAccount(
  uid: number | undefined,
  passwd: string,
  runAs: string | undefined,
): Account {
  if (uid !== 0) return {};
  const names = runAs === undefined ? ['postgres', 'nobody'] : [runAs];
  for (const name of names) {
    const account = findUser(passwd, name);
    if (account) return account;
  }
  throw domainError('DATABASE_UNAVAILABLE', {
    reason: `it may not run as root, and there is no unprivileged account named ${names.join(' or ')} (PG_RUN_AS names another one)`,
  });
}

export async function databaseAccount(runAs: string | undefined): Promise<Account> {
  const uid = process.getuid?.();
  const passwd = uid === 0 ? await readFile('/etc/passwd', 'utf8').catch(() => '') : '';
  return chooseAccount(uid, passwd, runAs);
}
