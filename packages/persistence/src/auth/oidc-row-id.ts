/** Ids of rows of the identity provider: an id is a bearer's secret, so its hash is stored. */
import { createHash } from 'node:crypto';

export const hashedForm = 'h.';

/** Plain SHA-256 of the id: ids are long and random, so that a hash cannot be guessed. */
export const oidcRowId = (kind: string, id: string) =>
  hashedForm + createHash('sha256').update(`${kind}\n${id}`).digest('base64url');
