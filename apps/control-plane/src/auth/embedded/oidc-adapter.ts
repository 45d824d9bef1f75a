/**
 * The adapter of oidc-provider over the rows of packages/persistence, with one rule of our own: a rotated refresh token
 * stays valid for a minute, so that two tabs can refresh at the same time. Later use counts as theft and revokes the
 * whole family (SEC-S5).
 */
import { isStorable, requestValue } from '@interlude/contract';
import type { OidcRow, OidcStore } from '@interlude/persistence';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

/** Seconds for which a rotated refresh token stays valid. */
export const rotationOverlapSeconds = 60;

/** Characters of a row that an unauthenticated client may store: the parameters of one request. */
const maxPendingChars = 8_192;
/** Kinds of rows that a sign-in or sign-out stores before the client is authenticated. */
const pendingKinds: readonly string[] = ['Interaction', 'Session'];

export type OidcRows = Omit<OidcStore, 'revokeByAccountId' | 'purge'>;

function toPayload(
  kind: string,
  row: OidcRow | undefined,
  nowMs: number,
): AdapterPayload | undefined {
  if (!row) return undefined;
  const { consumedAt } = row;
  if (consumedAt === null) return { ...row.payload };
  const overlapMs = kind === 'RefreshToken' ? rotationOverlapSeconds * 1000 : 0;
  if (nowMs - consumedAt <= overlapMs) return { ...row.payload };
  return { ...row.payload, consumed: Math.floor(consumedAt / 1000) };
}

export function createOidcAdapter(rows: OidcRows, now: () => number): (kind: string) => Adapter {
  return (kind) => {
    const read = (row: OidcRow | undefined) => toPayload(kind, row, now());
    return {
      upsert: async (id, payload, expiresIn) => {
        // Of an interaction: the parameters of a client's request.
        if (!requestValue.safeParse(payload).success) {
          throw new errors.InvalidRequest('a parameter holds characters that cannot be stored');
        }
        if (pendingKinds.includes(kind) && JSON.stringify(payload).length > maxPendingChars) {
          throw new errors.InvalidRequest('the parameters of the request are too long');
        }
        await rows.upsert(
          kind,
          id,
          { ...payload },
          expiresIn ? { expiresInSeconds: expiresIn } : {},
        );
      },
      find: async (id) => (isStorable(id) ? read(await rows.find(kind, id)) : undefined),
      findByUid: async (uid) => read(await rows.findByUid(kind, uid)),
      findByUserCode: async (code) => read(await rows.findByUserCode(kind, code)),
      consume: (id) => rows.consume(kind, id),
      destroy: (id) => rows.destroy(kind, id),
      revokeByGrantId: (grantId) => rows.revokeByGrantId(kind, grantId),
    };
  };
}
