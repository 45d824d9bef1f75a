/**
 * Secrets at rest: AES-256-GCM under a key that lives outside the database, in `<data>/secret.key`
 * (mode 0600, made at first start) or in INTERLUDE_SECRET_KEY. Sealed text: `v1.<iv>.<tag>.<data>`,
 * each part base64url. The context (for example `channels.apiKey:<tenant>`) is authenticated, so a sealed
 * value cannot be moved to another row or column.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';

/** 32 bytes. */
export type SecretKey = Buffer;

const KEY_BYTES = 32;
/** NIST SP 800-38D §5.2.1.1: 96 bits. */
const IV_BYTES = 12;

function invalidKey(where: string): Error {
  return domainError('CONFIG_INVALID', {
    sentence: `${where} must hold 32 bytes as base64 or 64 hex digits; \`openssl rand -base64 32\` makes some.`,
    variable: 'INTERLUDE_SECRET_KEY',
  });
}

function decodeKey(text: string, where: string): SecretKey {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64');
  if (key.length !== KEY_BYTES) throw invalidKey(where);
  return key;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Makes the file whole or not at all; when another process was first, its key stays. */
async function makeKeyFile(path: string, key: SecretKey): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600 });
  try {
    await chmod(draft, 0o600);
    await link(draft, path); // fails when the path exists: first writer wins
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readOrMakeKeyFile(path: string, folder: string): Promise<string> {
  try {
    return await readFile(path, 'utf8').catch(async (error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
      await mkdir(folder, { recursive: true });
      await makeKeyFile(path, randomBytes(KEY_BYTES));
      return readFile(path, 'utf8');
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw domainError('DATA_FOLDER_UNWRITABLE', { folder, reason }, error);
  }
}

/**
 * The installation's key: INTERLUDE_SECRET_KEY when set, else the file, which is created when missing.
 * @returns 32 bytes
 * @throws {DomainError} CONFIG_INVALID when it is not 32 bytes; DATA_FOLDER_UNWRITABLE
 * @see rule SEC-S13
 */
export async function loadSecretKey(config: {
  readonly dataFolder: string;
  readonly secretKey?: string | undefined;
}): Promise<SecretKey> {
  if (config.secretKey !== undefined) return decodeKey(config.secretKey, 'INTERLUDE_SECRET_KEY');
  const path = join(config.dataFolder, 'secret.key');
  return decodeKey(await readOrMakeKeyFile(path, config.dataFolder), path);
}

/**
 * The installation's key, if it has one; none is made.
 * @returns 32 bytes; undefined when neither INTERLUDE_SECRET_KEY nor the file is there
 * @throws {DomainError} CONFIG_INVALID when it is not 32 bytes; DATA_FOLDER_UNWRITABLE when the file cannot be read
 * @see ADR 0049
 */
export async function findSecretKey(config: {
  readonly dataFolder: string;
  readonly secretKey?: string | undefined;
}): Promise<SecretKey | undefined> {
  if (config.secretKey !== undefined) return decodeKey(config.secretKey, 'INTERLUDE_SECRET_KEY');
  const path = join(config.dataFolder, 'secret.key');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw domainError('DATA_FOLDER_UNWRITABLE', { folder: config.dataFolder, reason }, error);
  });
  return text === undefined ? undefined : decodeKey(text, path);
}

/**
 * Gives a key to a data folder that has none; one that is there stays.
 * @throws the errors of the disk
 * @see ADR 0049
 */
export async function storeSecretKey(dataFolder: string, key: SecretKey): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await makeKeyFile(join(dataFolder, 'secret.key'), key);
}

/**
 * Encrypts a text with AES-256-GCM.
 * @param context additional authenticated data: the same is needed to open the text
 * @returns `v1.<iv>.<tag>.<data>`, each part base64url
 * @see NIST SP 800-38D
 */
export function sealSecret(key: SecretKey, plainText: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context, 'utf8'));
  const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return [
    'v1',
    ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
  ].join('.');
}

/**
 * Decrypts a text of `sealSecret`.
 * @returns undefined when the key, the context or the text differs from what was sealed
 * @see NIST SP 800-38D
 */
export function openSecret(key: SecretKey, sealed: string, context: string): string | undefined {
  const [version, iv, tag, data, ...rest] = sealed.split('.');
  if (version !== 'v1' || !iv || !tag || data === undefined || rest.length > 0) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(context, 'utf8'))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    const plain = [decipher.update(Buffer.from(data, 'base64url')), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * The sealed text of a secret: the stored one as long as it opens to the same plain text, else a new one. A save that
 * keeps a secret thus keeps its sealed text, and two sealed texts that differ mean a changed secret.
 * @see ADR 0041
 */
export function resealed(
  key: SecretKey,
  plainText: string,
  context: string,
  stored: unknown,
): string {
  const kept = typeof stored === 'string' ? stored : undefined;
  return kept !== undefined && openSecret(key, kept, context) === plainText
    ? kept
    : sealSecret(key, plainText, context);
}

/** Derived keys by purpose; bounded, because a purpose may carry a day. */
const purposeKeys = new WeakMap<SecretKey, Map<string, KeyObject>>();
const maxPurposes = 100;

function derived(key: SecretKey, purpose: string): KeyObject {
  const bytes = hkdfSync('sha256', key, Buffer.alloc(0), `interlude ${purpose}`, KEY_BYTES);
  return createSecretKey(Buffer.from(bytes));
}

/**
 * A key for one purpose, derived so that the purposes cannot be confused (RFC 5869). A KeyObject: Node would prepare
 * raw bytes again for each use, which takes twice as long as the cipher itself.
 */
function purposeKey(key: SecretKey, purpose: string): KeyObject {
  const known = purposeKeys.get(key) ?? new Map<string, KeyObject>();
  purposeKeys.set(key, known);
  const made = known.get(purpose) ?? derived(key, purpose);
  if (known.size >= maxPurposes) known.clear();
  known.set(purpose, made);
  return made;
}

const TAG_BYTES = 16;

/** Bytes that `sealBytes` adds to the plain text: initialisation vector and tag. */
export const sealedExtraBytes = IV_BYTES + TAG_BYTES;

/**
 * Seals bytes compactly (AES-256-GCM: iv, data, tag) under a key derived for `purpose`; the same `context`
 * must be given to open them. One purpose takes at most 2^32 seals (NIST SP 800-38D §8.3).
 */
export function sealBytes(key: SecretKey, purpose: string, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', purposeKey(key, purpose), iv);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts bytes of `sealBytes`.
 * @returns undefined when the key, purpose, context or bytes differ from what was sealed
 * @see NIST SP 800-38D
 */
export function openBytes(
  key: SecretKey,
  purpose: string,
  sealed: Buffer,
  context: string,
): Buffer | undefined {
  if (sealed.length < sealedExtraBytes) return undefined;
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    purposeKey(key, purpose),
    sealed.subarray(0, IV_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(context, 'utf8')).setAuthTag(sealed.subarray(tagAt));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, tagAt)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Signs a text with HMAC-SHA256 under a key derived for `purpose`.
 * @returns base64url, 43 characters
 * @see RFC 2104, RFC 5869
 */
export function signText(key: SecretKey, purpose: string, text: string): string {
  return createHmac('sha256', purposeKey(key, purpose)).update(text, 'utf8').digest('base64url');
}

/**
 * Verifies a signature of `signText`, in constant time.
 * @see RFC 2104, RFC 5869
 */
export function verifyText(
  key: SecretKey,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signText(key, purpose, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const viewerTokens = 'viewer tokens';
const ivBytes = 12;
const tagBytes = 16;
const hex = /^(?:[0-9a-f]{2})+$/i;

/**
 * The secret of a channel's viewer tokens as text. An encrypted one is hex of iv (12 bytes), tag (16) and data: AES-256-GCM under the
 * platform's key with `viewer tokens` as additional data; the manual describes how to make one.
 * @returns the secret; empty when it cannot be decrypted
 * @see NIST SP 800-38D; CHE-022
 */
export function openViewerSecret(
  hmac: { readonly secret: string; readonly isSecretEncrypted: boolean },
  key: SecretKey,
): string {
  if (!hmac.isSecretEncrypted) return hmac.secret;
  if (!hex.test(hmac.secret)) return '';
  const bytes = Buffer.from(hmac.secret, 'hex');
  const cuts = [0, ivBytes, ivBytes + tagBytes, bytes.length];
  const parts = [0, 1, 2].map((n) => bytes.subarray(cuts[n], cuts[n + 1]).toString('base64url'));
  return openSecret(key, ['v1', ...parts].join('.'), viewerTokens) ?? '';
}
