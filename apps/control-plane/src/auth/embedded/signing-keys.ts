/**
 * The signing keys of the embedded provider: one ES256 pair made at the first start, sealed under the
 * installation's key. Rotation: after 60 days a start adds a new pair, which is published at once and
 * signs from the first start a day later on; the old one stays until no token of it can be alive.
 */
import type { InstallationSecretStore } from '@interlude/persistence';
import { openSecret, type SecretKey, sealSecret } from '@interlude/runtime';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oidc-provider';
import { z } from 'zod';

export const signingAlgorithm = 'ES256';
const sealContext = 'oidc.jwks';
const dayMs = 86_400_000;
/** A pair older than this gets a successor at the next start. */
const rotateAfterMs = 60 * dayMs;
/** A new pair is published this long before it signs. */
const publishBeforeUseMs = dayMs;
/** Pairs kept, newest first. */
const keptPairs = 3;

const storedKeys = z.array(
  z.object({
    createdAt: z.number(),
    jwk: z.looseObject({ kty: z.string(), kid: z.string() }),
  }),
);
type StoredKey = z.output<typeof storedKeys>[number];

async function createKey(nowMs: number): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = `k${nowMs.toString(36)}`;
  return {
    createdAt: nowMs,
    jwk: { ...jwk, kty: jwk.kty ?? 'EC', kid, use: 'sig', alg: signingAlgorithm },
  };
}

function needsSuccessor(keys: readonly StoredKey[], nowMs: number): boolean {
  return keys.every((key) => nowMs - key.createdAt > rotateAfterMs);
}

/** The key that signs first, then the others: newest that has been published long enough. */
export function signingOrder(keys: readonly StoredKey[], nowMs: number): StoredKey[] {
  const byAge = [...keys].sort((a, b) => b.createdAt - a.createdAt);
  const published = byAge.filter((key) => nowMs - key.createdAt >= publishBeforeUseMs);
  const signer = published[0] ?? byAge.at(-1);
  return signer ? [signer, ...byAge.filter((key) => key !== signer)] : [];
}

function open(secretKey: SecretKey, sealed: string): StoredKey[] {
  const text = openSecret(secretKey, sealed, sealContext);
  if (text === undefined) {
    throw new Error(
      'The signing keys were sealed with another secret key. Put the former secret.key (or INTERLUDE_SECRET_KEY) back.',
    );
  }
  return storedKeys.parse(JSON.parse(text));
}

/** All pairs, the one that signs first; makes or rotates when due. */
export async function loadSigningKeys(
  store: InstallationSecretStore,
  secretKey: SecretKey,
  nowMs: number,
): Promise<JWK[]> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const sealed = await store.read();
    const keys = sealed === undefined ? [] : open(secretKey, sealed);
    if (!needsSuccessor(keys, nowMs)) return signingOrder(keys, nowMs).map(({ jwk }) => jwk);
    const next = [await createKey(nowMs), ...keys].slice(0, keptPairs);
    await store.replace(sealed, sealSecret(secretKey, JSON.stringify(next), sealContext));
  }
  throw new Error('The signing keys cannot be stored.');
}
