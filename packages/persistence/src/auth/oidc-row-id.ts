/** Ids of rows of the identity provider: an id is a bearer's secret, so its hash is stored. */
import { createHash } from 'node:crypto';

export const hashedForm = 'h.';

/** 256 bits of SHA-256: ids are long and random, so that none is found by trying. */
export const oidcRowId = (kind: string, id: string) =>
  hashedForm + createHash('sha256').update(`${kind}\n${id}`).digest('base64url');
