import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../testing/answers.suite.ts';
import { api } from './api.ts';
import { routes } from './contract-routes.ts';
import { logout } from './logout.ts';
import { tokenStorage } from './token-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  tokenStorage.clear();
});

it('AUTH-011 AUTH-012 a page that is being left requests nothing more; one that comes back does', async () => {
  const visited: string[] = [];
  const stopped = vi.fn();
  vi.stubGlobal('stop', stopped);
  const listeners: Record<string, () => void> = {};
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => {
    listeners[event] = listener;
  });
  vi.stubGlobal('location', { assign: (path: string) => visited.push(path) });
  const { requested, calls, restore } = answerCalls({
    'DELETE /api/v2/login-sessions/current': {},
  });
  tokenStorage.store({ token: 'a', refreshToken: 'b' });
  await logout();
  expect(stopped).toHaveBeenCalledOnce();
  expect(calls('DELETE /api/v2/login-sessions/current')).toHaveLength(1);
  expect([tokenStorage.token(), visited]).toEqual([undefined, ['/login']]);
  // Pages that poll send requests until the next page is shown: none may leave after the logout.
  const count = requested.length;
  void api(routes.platformRoles.list, {});
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested).toHaveLength(count);
  listeners['pagehide']?.();
  await api(routes.platformRoles.list, {}).catch(() => undefined);
  expect(requested).toHaveLength(count + 1);
  restore();
});

it('AUTH-011 a session that another tab has ended is not ended again', async () => {
  const visited: string[] = [];
  vi.stubGlobal('stop', vi.fn());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('location', { assign: (path: string) => visited.push(path) });
  const { calls, restore } = answerCalls({ 'DELETE /api/v2/login-sessions/current': {} });
  await logout();
  expect(calls('DELETE /api/v2/login-sessions/current')).toEqual([]);
  expect(visited).toEqual(['/login']);
  restore();
});
