import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  fingerprintOf,
  isSigned,
  keyOfBackup,
  passphraseProblem,
  sealKey,
  signManifest,
} from './backup-key.ts';
import { madeHead } from './made-backup.suite.ts';

const key = randomBytes(32);
const passphrase = 'correct horse battery';

test('a fingerprint tells keys apart and is no part of them', () => {
  expect(fingerprintOf(key)).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprintOf(randomBytes(32))).not.toBe(fingerprintOf(key));
  expect(key.toString('hex')).not.toContain(fingerprintOf(key));
});

test('SEC-S122 a manifest that was changed, or signed with another key, is not sealed', () => {
  const seal = signManifest(key, 'text');
  expect(isSigned(key, 'text', seal)).toBe(true);
  expect(isSigned(key, 'texT', seal)).toBe(false);
  expect(isSigned(randomBytes(32), 'text', seal)).toBe(false);
  expect(isSigned(key, 'text', '')).toBe(false);
});

test('a short passphrase is refused, with the name of its variable', () => {
  expect(passphraseProblem(undefined)).toContain('INTERLUDE_BACKUP_PASSPHRASE');
  expect(passphraseProblem('short')).toContain('14 characters');
  expect(passphraseProblem(passphrase)).toBeUndefined();
});

describe('SEC-S122 the key of a backup', () => {
  test('is that of the installation, or none is taken', async () => {
    const head = await madeHead(key);
    expect(await keyOfBackup(head, key, undefined)).toEqual({ key, isNew: false });
    const other = randomBytes(32);
    const differing = keyOfBackup(head, other, passphrase);
    await expect(differing).rejects.toMatchObject({ code: 'BACKUP_KEY_DIFFERS' });
    await expect(differing).rejects.toThrow(fingerprintOf(other));
    await expect(keyOfBackup(head, undefined, passphrase)).rejects.toThrow('it is not in the file');
  });

  test('is in the file when asked for, for who has the passphrase, and nowhere in clear', async () => {
    const sealed = await sealKey(key, passphrase);
    expect(sealed).not.toContain(key.toString('base64'));
    expect(await sealKey(key, passphrase)).not.toBe(sealed);
    const head = await madeHead(key, { key: { fingerprint: fingerprintOf(key), sealed } });
    expect(await keyOfBackup(head, undefined, passphrase)).toEqual({ key, isNew: true });
    await expect(keyOfBackup(head, undefined, undefined)).rejects.toThrow('Set INTERLUDE_BACKUP');
    for (const wrong of [`${passphrase}x`, 'x'])
      await expect(keyOfBackup(head, undefined, wrong)).rejects.toThrow('is not the passphrase');
    const spoilt = { ...head, key: { ...head.key, sealed: 'nothing' } };
    await expect(keyOfBackup(spoilt, undefined, passphrase)).rejects.toThrow(
      'is not the passphrase',
    );
    // Another key under the fingerprint of this one.
    const swapped = await sealKey(randomBytes(32), passphrase);
    const lying = { ...head, key: { ...head.key, sealed: swapped } };
    await expect(keyOfBackup(lying, undefined, passphrase)).rejects.toThrow(
      'is not the passphrase',
    );
  });
});
