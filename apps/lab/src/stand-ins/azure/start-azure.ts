/** A stand-in for Azure Blob Storage and the token endpoint of Entra ID, on loopback; nothing is kept. */
import { randomBytes } from 'node:crypto';
import {
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
  startStandIn,
} from '../stand-in-server.ts';
import { AzureContainer, azureError } from './azure-container.ts';
import { azureProblem } from './azure-signature.ts';

export interface AzureStandIn extends StandInServer {
  /** Settings of a system of type `azure` for this stand-in, by storage key. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same by Entra ID. */
  readonly entraSettings: Readonly<Record<string, string>>;
  readonly container: AzureContainer;
}

export interface AzureStandInOptions {
  /** Of lists; the real one gives 5,000. */
  readonly pageSize?: number;
  /** Epoch milliseconds, for signatures. */
  readonly now?: () => number;
}

const account = {
  accountName: 'interludetest',
  storageKey: Buffer.from('a storage key that only this stand-in knows').toString('base64'),
  delegationKey: Buffer.from('a key that signs on behalf of Entra ID').toString('base64'),
};
const containerName = 'media';
const application = {
  activeDirectoryTenantId: 'b2f1c0de-0000-4000-8000-000000000001',
  activeDirectoryClientId: 'b2f1c0de-0000-4000-8000-000000000002',
  activeDirectoryClientSecret: 'a-client-secret~',
};

function json(status: number, value: object): StandInAnswer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(value) };
}

/** OAuth 2.0 client credentials (RFC 6749 §4.4). */
function giveToken({ body, path }: StandInRequest, tokens: Set<string>): StandInAnswer {
  const form = new URLSearchParams(body.toString());
  const isKnown =
    path.startsWith(`/${application.activeDirectoryTenantId}/`) &&
    form.get('grant_type') === 'client_credentials' &&
    form.get('scope') === 'https://storage.azure.com/.default' &&
    form.get('client_id') === application.activeDirectoryClientId &&
    form.get('client_secret') === application.activeDirectoryClientSecret;
  if (!isKnown) {
    const error_description = 'AADSTS7000215: Invalid client secret provided. Trace ID: 0';
    return json(401, { error: 'invalid_client', error_description });
  }
  const token = randomBytes(24).toString('base64url');
  tokens.add(token);
  return json(200, { token_type: 'Bearer', expires_in: 3_600, access_token: token });
}

/** "Get User Delegation Key". */
function giveDelegationKey({ body }: StandInRequest): StandInAnswer {
  const [, start = ''] = /<Start>([^<]*)</.exec(body.toString()) ?? [];
  const [, expiry = ''] = /<Expiry>([^<]*)</.exec(body.toString()) ?? [];
  const { activeDirectoryClientId: id, activeDirectoryTenantId: tenant } = application;
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><UserDelegationKey><SignedOid>${id}</SignedOid><SignedTid>${tenant}</SignedTid><SignedStart>${start}</SignedStart><SignedExpiry>${expiry}</SignedExpiry><SignedService>b</SignedService><SignedVersion>2020-12-06</SignedVersion><Value>${account.delegationKey}</Value></UserDelegationKey>`,
  };
}

export async function startAzureStandIn(options: AzureStandInOptions = {}): Promise<AzureStandIn> {
  const { pageSize = 5_000, now = Date.now } = options;
  const container = new AzureContainer(pageSize);
  const tokens = new Set<string>();
  const server = await startStandIn({
    failure: (status) => azureError(status === 503 ? 'ServerBusy' : 'InternalError', status),
    answer(request) {
      if (request.path.endsWith('/oauth2/v2.0/token')) return giveToken(request, tokens);
      const problem = azureProblem(request, account, tokens, now());
      if (problem !== undefined) return azureError(problem);
      const [, accountName, name = '', ...rest] = request.path.split('/');
      if (accountName !== account.accountName) return azureError('ResourceNotFound', 404);
      if (name === '') return giveDelegationKey(request);
      if (name !== containerName) return azureError('ContainerNotFound');
      return container.answer(request, decodeURIComponent(rest.join('/')));
    },
  });
  const common = {
    accountName: account.accountName,
    container: containerName,
    endpoint: `${server.url}/${account.accountName}`,
  };
  return {
    ...server,
    container,
    settings: { ...common, storageKey: account.storageKey },
    entraSettings: { ...common, ...application },
  };
}
