/**
 * The session mark stands for a session wherever its id must not appear: at ad servers and trackers, in events, logs,
 * the beacon journal and kept sessions. The id is the viewer's proof, and plays a channel that requires a token.
 */
import { createHash } from 'node:crypto';

/**
 * @returns 22 characters of base64url; the same for an id everywhere. The id, which has 96 random bits and a seal,
 * cannot be derived from it
 * @see rule SEC-S26
 */
export const sessionMark = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url').slice(0, 22);
