import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  loadSecretKey,
  openBytes,
  openSecret,
  sealBytes,
  sealedExtraBytes,
  sealSecret,
  signText,
  verifyText,
} from './secrets.ts';

describe('sealed secrets', () => {
  const key = Buffer.alloc(32, 7);

  it('opens what it sealed, never to the same text twice', () => {
    const sealed = sealSecret(key, 'grüße', 'channels.apiKey:t1');
    expect(openSecret(key, sealed, 'channels.apiKey:t1')).toBe('grüße');
    expect(sealSecret(key, 'grüße', 'channels.apiKey:t1')).not.toBe(sealed);
    expect(openSecret(key, sealSecret(key, '', 'x'), 'x')).toBe('');
  });

  it('opens nothing under another key, another context or after a change', () => {
    const sealed = sealSecret(key, 'secret', 'channels.apiKey:t1');
    const middle = sealed.length - 2;
    const other = sealed[middle] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, middle)}${other}${sealed.slice(middle + 1)}`;
    expect(openSecret(Buffer.alloc(32, 8), sealed, 'channels.apiKey:t1')).toBeUndefined();
    expect(openSecret(key, sealed, 'channels.apiKey:t2')).toBeUndefined();
    expect(openSecret(key, changed, 'channels.apiKey:t1')).toBeUndefined();
    for (const broken of ['', 'secret', 'v1', 'v1...', 'v2.a.b.c', `${sealed}.x`]) {
      expect(openSecret(key, broken, 'channels.apiKey:t1')).toBeUndefined();
    }
  });

  it('signs for a purpose', () => {
    const signature = signText(key, 'session', 's1');
    expect(verifyText(key, 'session', 's1', signature)).toBe(true);
    expect(verifyText(key, 'session', 's2', signature)).toBe(false);
    expect(verifyText(key, 'mail', 's1', signature)).toBe(false);
    expect(verifyText(key, 'session', 's1', '')).toBe(false);
  });
});

describe('the key file', () => {
  let dataFolder: string;
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'interlude-key-'));
  });
  afterEach(() => rm(dataFolder, { recursive: true }));

  it('is made once, for its owner only, and one key wins of many starters', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey({ dataFolder })));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    const { mode } = await stat(join(dataFolder, 'secret.key'));
    expect(mode & 0o777).toBe(0o600);
    expect((await loadSecretKey({ dataFolder })).length).toBe(32);
  });

  it('is not touched when INTERLUDE_SECRET_KEY is set', async () => {
    const hex = 'ab'.repeat(32);
    expect((await loadSecretKey({ dataFolder, secretKey: hex })).toString('hex')).toBe(hex);
    await expect(readFile(join(dataFolder, 'secret.key'))).rejects.toThrow('ENOENT');
  });

  it('stops the start when it is damaged', async () => {
    await writeFile(join(dataFolder, 'secret.key'), 'short');
    await expect(loadSecretKey({ dataFolder })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('stops the start when the folder cannot be made', async () => {
    await writeFile(join(dataFolder, 'file'), '');
    await expect(
      loadSecretKey({ dataFolder: join(dataFolder, 'file', 'data') }),
    ).rejects.toMatchObject({ code: 'DATA_FOLDER_UNWRITABLE' });
  });
});

describe('sealed bytes', () => {
  const key = Buffer.alloc(32, 7);
  const plain = Buffer.from('genre=news');
  const sealed = sealBytes(key, 'purpose', plain, 'channel-1');

  it('opens what it sealed', () => {
    expect(openBytes(key, 'purpose', sealed, 'channel-1')).toEqual(plain);
    expect(sealed.length).toBe(plain.length + sealedExtraBytes);
    expect(openBytes(key, 'purpose', sealBytes(key, 'purpose', Buffer.alloc(0), ''), '')).toEqual(
      Buffer.alloc(0),
    );
  });

  it('opens nothing else: another key, purpose or context, a cut, a changed bit', () => {
    expect(openBytes(Buffer.alloc(32, 8), 'purpose', sealed, 'channel-1')).toBeUndefined();
    expect(openBytes(key, 'other', sealed, 'channel-1')).toBeUndefined();
    expect(openBytes(key, 'purpose', sealed, 'channel-2')).toBeUndefined();
    for (let length = 0; length < sealed.length; length += 1) {
      expect(openBytes(key, 'purpose', sealed.subarray(0, length), 'channel-1')).toBeUndefined();
    }
    for (let index = 0; index < sealed.length; index += 1) {
      const forged = Buffer.from(sealed);
      forged[index] = (forged[index] ?? 0) ^ 1;
      expect(openBytes(key, 'purpose', forged, 'channel-1')).toBeUndefined();
    }
  });
});
