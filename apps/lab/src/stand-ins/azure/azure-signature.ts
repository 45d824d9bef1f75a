/**
 * Authorization of Azure Blob Storage, as the service checks it: Shared Key (in `Authorization`), service and user
 * delegation SAS (in the query), bearer tokens of Entra ID.
 */
import { createHmac } from 'node:crypto';
import type { StandInRequest } from '../stand-in-server.ts';

export interface AzureAccount {
  readonly accountName: string;
  /** Base64. */
  readonly storageKey: string;
  /** Base64; signs addresses on behalf of Entra ID. */
  readonly delegationKey: string;
}

export type AzureProblem = 'AuthenticationFailed' | 'AuthorizationPermissionMismatch' | undefined;

const hmac = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');

/** REST API, "Authorize with Shared Key", version 2009-09-19 and later. */
function sharedKeySignature(
  { method, path, query, headers }: StandInRequest,
  account: AzureAccount,
) {
  const header = (name: string) => headers[name] ?? '';
  const length = header('content-length');
  const named = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`);
  const parameters = [...query]
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
    .sort((a, b) => (a < b ? -1 : 1));
  const text = [
    method,
    header('content-encoding'),
    header('content-language'),
    length === '0' ? '' : length,
    header('content-md5'),
    header('content-type'),
    header('date'),
    header('if-modified-since'),
    header('if-match'),
    header('if-none-match'),
    header('if-unmodified-since'),
    header('range'),
    `${named.join('')}/${account.accountName}${path}${parameters.join('')}`,
  ].join('\n');
  return hmac(account.storageKey, text);
}

/** REST API, "Create a service SAS" (2020-12-06) and "Create a user delegation SAS" (2025-07-05). */
function sasSignature({ path, query }: StandInRequest, account: AzureAccount): string {
  const field = (name: string) => query.get(name) ?? '';
  const place = `/blob${decodeURIComponent(path)}`;
  const isDelegated = query.has('skoid');
  const signedKey = isDelegated
    ? ['skoid', 'sktid', 'skt', 'ske', 'sks', 'skv', 'saoid', 'suoid', 'scid', 'skdutid', 'sduoid']
    : ['si'];
  const text = [
    ...['sp', 'st', 'se'].map(field),
    place,
    ...signedKey.map(field),
    ...['sip', 'spr', 'sv', 'sr', 'snapshot', 'ses', 'rscc', 'rscd', 'rsce', 'rscl', 'rsct'].map(
      field,
    ),
  ].join('\n');
  return hmac(isDelegated ? account.delegationKey : account.storageKey, text);
}

const neededPermission: Readonly<Record<string, string>> = {
  GET: 'r',
  HEAD: 'r',
  PUT: 'w',
  DELETE: 'd',
};

function sasProblem(request: StandInRequest, account: AzureAccount, nowMs: number): AzureProblem {
  const { query, method } = request;
  const isRight = sasSignature(request, account) === query.get('sig');
  const from = Date.parse(query.get('st') ?? '') || 0;
  const until = Date.parse(query.get('se') ?? '');
  if (!isRight || nowMs < from || !(nowMs < until)) return 'AuthenticationFailed';
  const isAllowed = (query.get('sp') ?? '').includes(neededPermission[method] ?? '?');
  return isAllowed ? undefined : 'AuthorizationPermissionMismatch';
}

export function azureProblem(
  request: StandInRequest,
  account: AzureAccount,
  /** Tokens that were given out. */
  tokens: ReadonlySet<string>,
  nowMs: number,
): AzureProblem {
  if (request.query.has('sig')) return sasProblem(request, account, nowMs);
  const [scheme = '', proof = ''] = (request.headers['authorization'] ?? '').split(' ');
  if (scheme === 'Bearer') return tokens.has(proof) ? undefined : 'AuthenticationFailed';
  const expected = `${account.accountName}:${sharedKeySignature(request, account)}`;
  return scheme === 'SharedKey' && proof === expected ? undefined : 'AuthenticationFailed';
}
