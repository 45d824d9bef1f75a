import type { InstallationSecretStore } from '@interlude/persistence';
import { describe, expect, it } from 'vitest';
import { loadSigningKeys } from './signing-keys.ts';

const dayMs = 86_400_000;
const secretKey = Buffer.alloc(32, 1);

function memoryStore(): InstallationSecretStore & { sealed(): string | undefined } {
  let text: string | undefined;
  return {
    read: async () => text,
    replace: async (previous, next) => {
      if (text !== previous) return false;
      text = next;
      return true;
    },
    sealed: () => text,
  };
}

describe('signing keys', () => {
  it('SEC-S13 are made once, and stored sealed', async () => {
    const store = memoryStore();
    const now = 1_800_000_000_000;
    const first = await loadSigningKeys(store, secretKey, now);
    expect(await loadSigningKeys(store, secretKey, now + 1)).toEqual(first);
    expect(first).toHaveLength(1);
    expect(first[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(store.sealed()).not.toContain(String(first[0]?.d));
  });

  it('of several processes that start at once are the same', async () => {
    const store = memoryStore();
    const all = await Promise.all(
      [1, 2, 3].map(() => loadSigningKeys(store, secretKey, 1_800_000_000_000)),
    );
    expect(new Set(all.map(([key]) => key?.kid)).size).toBe(1);
  });

  it('rotate: published first, signing a day later, the old one kept', async () => {
    const store = memoryStore();
    const start = 1_800_000_000_000;
    const [old] = await loadSigningKeys(store, secretKey, start);
    const published = await loadSigningKeys(store, secretKey, start + 61 * dayMs);
    expect(published).toHaveLength(2);
    expect(published[0]?.kid).toBe(old?.kid);
    const used = await loadSigningKeys(store, secretKey, start + 62.1 * dayMs);
    expect(used.map((key) => key.kid)).toEqual([published[1]?.kid, old?.kid]);
  });

  it('cannot be opened with another secret key, and say so', async () => {
    const store = memoryStore();
    await loadSigningKeys(store, secretKey, 1);
    await expect(loadSigningKeys(store, Buffer.alloc(32, 2), 2)).rejects.toThrow(
      'sealed with another secret key',
    );
  });
});
