/**
 * The key of the installation in a backup: sealed values of the rows are useless without it, and a file that has both
 * is as secret as both. So a backup names the key by its fingerprint, and contains it only on request, sealed with a
 * passphrase.
 * @see ADR 0049
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract/errors';
import { openSecret, type SecretKey, sealSecret, signText, verifyText } from '@interlude/runtime';
import type { BackupHead } from './manifest.ts';

export const passphraseVariable = 'INTERLUDE_BACKUP_PASSPHRASE';
const leastPassphrase = 14;
const mostPassphrase = 1_000;

/** RFC 7914: 128 MiB and about half a second for each guess. Fixed by the version of the format, not by the file. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 ** 2 };
const saltBytes = 16;
const keyBytes = 32;
const context = 'backup key';

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** Identifies a key without revealing anything of it. */
export const fingerprintOf = (key: SecretKey) =>
  Buffer.from(signText(key, 'backup fingerprint', ''), 'base64url')
    .toString('hex')
    .slice(0, 16);

export const signManifest = (key: SecretKey, text: string) => signText(key, 'backup', text);

export const isSigned = (key: SecretKey, text: string, seal: string) =>
  verifyText(key, 'backup', text, seal);

/** Why a passphrase cannot be used; undefined: it can. */
export function passphraseProblem(passphrase: string | undefined): string | undefined {
  const length = passphrase?.length ?? 0;
  return length >= leastPassphrase && length <= mostPassphrase
    ? undefined
    : `--with-key needs the variable ${passphraseVariable} with a passphrase of ${leastPassphrase} characters or more.`;
}

/** `<salt>.<sealed>`, of which each backup has its own. */
export async function sealKey(key: SecretKey, passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const own = await derive(passphrase, salt, keyBytes, cost);
  return `${salt.toString('base64url')}.${sealSecret(own, key.toString('base64'), context)}`;
}

/** Undefined: another passphrase, or another text. */
async function openKey(sealed: string, passphrase: string): Promise<SecretKey | undefined> {
  const dot = sealed.indexOf('.');
  const salt = Buffer.from(sealed.slice(0, dot), 'base64url');
  const own = await derive(passphrase, salt, keyBytes, cost);
  const text = openSecret(own, sealed.slice(dot + 1), context);
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

export interface RestoredKey {
  readonly key: SecretKey;
  /** The installation has none yet: this one becomes its key. */
  readonly isNew: boolean;
}

/**
 * The key with which the backup was made.
 * @param installed key of this installation; undefined: it has none
 * @throws {DomainError} BACKUP_KEY_DIFFERS with what to do
 */
export async function keyOfBackup(
  { key: { fingerprint, sealed } }: BackupHead,
  installed: SecretKey | undefined,
  passphrase: string | undefined,
): Promise<RestoredKey> {
  const differs = (reason: string) => domainError('BACKUP_KEY_DIFFERS', { fingerprint, reason });
  if (installed !== undefined) {
    if (fingerprintOf(installed) === fingerprint) return { key: installed, isNew: false };
    throw differs(
      `this installation has the key ${fingerprintOf(installed)}, with which its secrets cannot be read. Set INTERLUDE_SECRET_KEY to the key of the backup, or put its secret.key into the data folder in place of the present one, which keep elsewhere`,
    );
  }
  if (sealed === null)
    throw differs(
      'it is not in the file, and this installation has none. Set INTERLUDE_SECRET_KEY, or copy secret.key of the installation that was backed up into the data folder',
    );
  if (passphrase === undefined || passphrase === '')
    throw differs(`it is in the file. Set ${passphraseVariable} to the passphrase of the backup`);
  const key = await openKey(sealed, passphrase);
  if (key === undefined || fingerprintOf(key) !== fingerprint)
    throw differs(`${passphraseVariable} is not the passphrase of the backup`);
  return { key, isNew: true };
}
