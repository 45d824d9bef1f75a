/** Signs in to a running platform over its API, for tools and tests. */
import { createHash } from 'node:crypto';
import { selectedTenantHeader } from '@interlude/contract';
import { type Client, contract, createClient } from '@interlude/contract/api';
import { randomToken } from '@interlude/runtime';

export interface SignedIn {
  readonly client: Client;
  readonly headers: Readonly<Record<string, string>>;
  readonly tenantId: string;
}

export interface Credentials {
  readonly consoleUrl: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

export async function signIn(platform: Credentials): Promise<SignedIn> {
  const { consoleUrl: baseUrl, adminEmail: email, adminPassword: password } = platform;
  const verifier = randomToken(32);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const anonymous = createClient({ baseUrl, fetch, headers: () => ({}) });
  const { access_token: token } = await anonymous(contract.auth.login, {
    body: { email, password, verifier, challenge },
  });
  const bearer = { authorization: `Bearer ${token}` };
  const known = createClient({ baseUrl, fetch, headers: () => bearer });
  const [tenant] = await known(contract.tenants.list, { query: { limit: 1 } });
  const tenantId = tenant?.id ?? '';
  const headers = { ...bearer, [selectedTenantHeader]: tenantId };
  return { client: createClient({ baseUrl, fetch, headers: () => headers }), headers, tenantId };
}
