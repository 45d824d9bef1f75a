import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { challengeOf, createPkce } from './pkce.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the challenge is the hash of the verifier (RFC 7636 appendix B)', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(await challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('every pair is new and has the length that RFC 7636 asks for', async () => {
  const [first, second] = [await createPkce(), await createPkce()];
  expect(first.verifier).not.toBe(second.verifier);
  expect(first.verifier).toMatch(/^[\w-]{43}$/);
});

test.each([0, 1, 55, 56, 63, 64, 65, 200])(
  'on plain http a verifier of %i characters gives the same challenge',
  async (length) => {
    const verifier = Array.from({ length }, (_, index) => String.fromCharCode(index % 128)).join(
      '',
    );
    const expected = createHash('sha256').update(verifier).digest('base64url');
    expect(await challengeOf(verifier)).toBe(expected);
    vi.stubGlobal('crypto', {});
    expect(await challengeOf(verifier)).toBe(expected);
  },
);
