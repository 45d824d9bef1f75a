import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { challengeOf, createPkce } from './pkce.ts';
import { sha256 } from './sha256.ts';

test('the challenge is the hash of the verifier (RFC 7636 appendix B)', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('every pair is new and has the length that RFC 7636 asks for', async () => {
  const [first, second] = [await createPkce(), await createPkce()];
  expect(first.verifier).not.toBe(second.verifier);
  expect(first.verifier).toMatch(/^[\w-]{43}$/);
});

test.each([0, 1, 55, 56, 63, 64, 65, 200])('sha256 of %i bytes is that of node', (length) => {
  const message = Uint8Array.from({ length }, (_, index) => (index * 37) % 256);
  const expected = createHash('sha256').update(message).digest('hex');
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(expected);
});
