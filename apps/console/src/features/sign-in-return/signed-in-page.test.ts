import { describe, expect, it } from 'vitest';
import { createTokenStorage } from '../../api/token-storage.ts';
import { finishSignIn, leaveFailedSignIn } from './signed-in-page.tsx';

function memory(values: Record<string, string> = {}) {
  const kept = new Map(Object.entries(values));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const readMembership = async () => ({ sub: 'u1', role: 'Editor' });

describe('the way back from the provider', () => {
  it('PUB-024 stores the token and gives the return path', async () => {
    const storage = memory();
    const answer = { token: 'fresh', refreshToken: 'next', returnTo: '/app/jobs' };
    const path = await finishSignIn(
      { finishSignIn: async () => answer },
      createTokenStorage(storage),
      readMembership,
    );
    expect(path).toBe('/app/jobs');
    expect(Object.fromEntries(storage.kept)).toEqual({
      ...{ token: 'fresh', refresh_token: 'next' },
      member: '{"sub":"u1","role":"Editor"}',
    });
  });

  it('AUTH-003 stores nothing for who has no role here, and shows the sentence of the server', async () => {
    const storage = memory();
    const answer = { token: 'fresh', refreshToken: 'next', returnTo: '/app/jobs' };
    const refused = finishSignIn(
      { finishSignIn: async () => answer },
      createTokenStorage(storage),
      () => Promise.reject(new Error('Your identity provider gives you no role here.')),
    );
    await expect(refused).rejects.toThrow('no role here');
    expect(storage.kept.size).toBe(0);
  });

  it('PUB-025 a refused sign-in stores nothing and shows its reason', async () => {
    const storage = memory();
    const refusing = { finishSignIn: () => Promise.reject(new Error('access_denied')) };
    await expect(
      finishSignIn(refusing, createTokenStorage(storage), readMembership),
    ).rejects.toThrow('access_denied');
    expect(storage.kept.size).toBe(0);
  });

  it('PUB-025 AUTH-011 after its message the whole storage is empty and the origin opens', () => {
    const storage = memory({ token: 'a', refresh_token: 'b', 'selected-tenant': 'c' });
    const opened: string[] = [];
    leaveFailedSignIn(storage, (path) => opened.push(path));
    expect(storage.kept.size).toBe(0);
    expect(opened).toEqual(['/']);
  });
});
