/** How tests of the auth routes call them, and read the mails that come of it. */
import { createMailStore } from '@interlude/persistence';
import type { EqualTime } from '../auth/accounts/equal-time.ts';
import {
  pkce,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from './control-plane.suite.ts';

export async function tokensOf(answer: Response) {
  return (await answer.json()) as { access_token: string; refresh_token?: string };
}

function authCalls(plane: TestPlane) {
  let clients = 0;
  const post = (path: string, body: unknown) => postJson(`${plane.url}${path}`, body);

  async function newestMail(to: string) {
    const page = await createMailStore(plane.database).list({
      limit: 10,
      offset: 0,
      search: to,
      sort: '-createdAt',
    });
    return page.rows[0];
  }

  return {
    post,
    newestMail,
    /** Each login has a client address of its own unless `ip` is given. */
    login(email: string, password = testPassword, more: object = {}, ip?: string) {
      clients += 1;
      const address = ip ?? `198.51.${Math.floor(clients / 250)}.${clients % 250}`;
      const body = { email, password, ...pkce(), ...more };
      return postJson(`${plane.url}/api/login`, body, { 'x-forwarded-for': address });
    },
    refresh: (token: string) => post('/api/refresh', { refresh_token: token }),
    async tokenOfNewestMail(to: string): Promise<string> {
      const [, token = ''] = /token=([\w-]+)/.exec((await newestMail(to))?.text ?? '') ?? [];
      return token;
    },
  };
}

export interface AuthEnvironment {
  readonly plane: TestPlane;
  readonly calls: ReturnType<typeof authCalls>;
  readonly tenantId: string;
  /** boss@acme.example */
  readonly admin: TestUser;
  /** How much later it is there than here. */
  aheadMs: number;
}

export async function startAuthEnvironment(equalTime?: EqualTime): Promise<AuthEnvironment> {
  const time = { aheadMs: 0 };
  const plane = await startTestPlane({
    clock: { now: () => Date.now() + time.aheadMs },
    ...(equalTime && { equalTime }),
  });
  const tenantId = await plane.tenant('Acme');
  const admin = await plane.user(tenantId, 'Admin', 'boss@acme.example');
  return Object.assign(time, { plane, calls: authCalls(plane), tenantId, admin });
}
