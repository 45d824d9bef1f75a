import { describe, expect, it } from 'vitest';
import { dummyHash, hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('SEC-S6 are stored as argon2id and verified', async () => {
    const stored = await hashPassword('Correct-Horse-1!');
    expect(stored).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(await verifyPassword(stored, 'Correct-Horse-1!')).toBe(true);
    expect(await verifyPassword(stored, 'Correct-Horse-2!')).toBe(false);
  });

  it('have a salt of their own', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('are the same however the keyboard composes an accent', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
  });

  it('are refused for a text that is no hash', async () => {
    expect(await verifyPassword('$argon2id$v=19$m=19456,t=2,p=1$bad', 'password')).toBe(false);
    expect(await verifyPassword('', 'password')).toBe(false);
  });

  it('takes the time of a real verification for the dummy', async () => {
    const started = performance.now();
    expect(await verifyPassword(dummyHash, 'anything')).toBe(false);
    expect(performance.now() - started).toBeGreaterThan(2);
  });
});
