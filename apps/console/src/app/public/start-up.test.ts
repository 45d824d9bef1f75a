import { describe, expect, it } from 'vitest';
import { decideStart } from './start-up.ts';

describe('start-up', () => {
  it('PUB-022 a stored token opens the app from the start page only', () => {
    expect(decideStart({ path: '/', hasToken: true })).toBe('open-app');
    expect(decideStart({ path: '/login', hasToken: true })).toBe('stay');
    expect(decideStart({ path: '/app/jobs', hasToken: true })).toBe('stay');
  });

  it.each(['/app', '/app/dashboard', '/app/no-such-screen'])(
    'PUB-023 without a token %s leads to the login',
    (path) => expect(decideStart({ path, hasToken: false })).toBe('login'),
  );

  it.each([
    '/',
    '/login',
    '/no-such-page',
    '/register',
    '/openapi',
    '/app/openapi',
    '/app/register',
  ])('PUB-023 without a token %s stays', (path) =>
    expect(decideStart({ path, hasToken: false })).toBe('stay'),
  );

  it('PUB-023 nothing starts while a sign-in is loading or on its way back', () => {
    const start = { path: '/app/jobs', hasToken: false };
    expect(decideStart({ ...start, isLoading: true })).toBe('stay');
    expect(decideStart({ ...start, returnTarget: '/app/jobs' })).toBe('stay');
  });
});
