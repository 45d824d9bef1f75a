/** The pair that POST /api/login takes: a random verifier and the hash of it (RFC 7636 S256). */
import { sha256 } from '@noble/hashes/sha2.js';

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

const verifierBytes = 32;

export async function createPkce(): Promise<Pkce> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(verifierBytes)));
  return { verifier, challenge: await challengeOf(verifier) };
}

/** base64url(sha256(verifier)). */
export async function challengeOf(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  // Plain http has no `crypto.subtle`: an installation in a local network must be able to log in.
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : sha256(bytes);
  return base64Url(digest);
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
