/**
 * The hook before every route that is not public: token → user → tenant → role. Role and membership
 * come from the database (through a cache of a few seconds), never from the token: a demoted or
 * removed user loses access at once, not when the token expires (SEC-S5).
 */
import {
  apiKeyPattern,
  isUserRole,
  selectedTenantHeader,
  type UserRole,
} from '@interlude/contract';
import type { Route } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { FoundApiKey } from '@interlude/persistence';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './call.ts';

/** The claims of a verified token: signature, issuer, audience, type and expiry. */
export interface VerifiedToken {
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** @throws {DomainError} TOKEN_INVALID */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

/** A user with the role in each tenant; `undefined` when the user does not exist or is blocked. */
export interface Member {
  readonly userId: string;
  readonly email: string;
  /** Tenant of a request that names none. */
  readonly currentTenantId: string;
  readonly roles: ReadonlyMap<string, UserRole | undefined>;
  /** The login session of the token; undefined with an external identity provider. */
  readonly sessionId?: string | undefined;
  /** Tenants for which the session was ended. */
  readonly endedIn?: readonly string[] | undefined;
}
export type FindMember = (token: VerifiedToken) => Promise<Member | undefined>;

/** The part of a route that decides who may call it. */
export type GuardedRoute = Pick<Route, 'method' | 'changes' | 'personOnly'> & {
  readonly roles: readonly UserRole[];
};

export type Authenticate = (request: FastifyRequest, route: GuardedRoute) => Promise<Caller>;

/** API keys: a lookup, and a count of requests that answers the milliseconds to wait. */
export interface KeyRing {
  find(key: string): Promise<FoundApiKey | undefined>;
  take(key: FoundApiKey): Promise<number>;
}

/** Notes that a login session is used for a company. */
export type NoteUse = (tenantId: string, sessionId: string) => Promise<void>;

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  const [scheme = '', token = ''] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token === '') throw domainError('TOKEN_INVALID');
  return token;
}

function selectedTenant(request: FastifyRequest, member: Member): string {
  const header = request.headers[selectedTenantHeader];
  if (header === undefined || header === '') return member.currentTenantId;
  if (typeof header !== 'string' || !member.roles.has(header)) {
    throw domainError('TENANT_FORBIDDEN');
  }
  return header;
}

/** Scope of the API key: `read` for GET and for requests that change nothing, else `write`. */
const scopeOf = ({ method, changes }: GuardedRoute) =>
  method === 'GET' || changes === false ? 'read' : 'write';

/**
 * The caller with an API key: a member of one company without a person.
 * @throws {DomainError} TOKEN_INVALID, TENANT_FORBIDDEN, ROLE_FORBIDDEN, API_KEY_REFUSED, API_KEY_SCOPE_MISSING,
 * TOO_MANY_REQUESTS
 */
async function callerOfKey(
  keys: KeyRing,
  request: FastifyRequest,
  text: string,
  route: GuardedRoute,
): Promise<Caller> {
  const key = await keys.find(text);
  if (key === undefined) throw domainError('TOKEN_INVALID');
  const { id, name, tenantId, role, scopes } = key;
  const selected = request.headers[selectedTenantHeader] ?? '';
  if (selected !== '' && selected !== tenantId) throw domainError('TENANT_FORBIDDEN');
  if (!route.roles.includes(role)) throw domainError('ROLE_FORBIDDEN');
  if (route.personOnly === true) throw domainError('API_KEY_REFUSED');
  const scope = scopeOf(route);
  if (!scopes.includes(scope)) throw domainError('API_KEY_SCOPE_MISSING', { name, scope });
  const waitMs = await keys.take(key);
  if (waitMs > 0) {
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  const userId = `api-key:${id}`;
  return { userId, email: '', tenantId, role, companies: [tenantId], apiKey: name };
}

/**
 * @throws {DomainError} TOKEN_INVALID, TENANT_FORBIDDEN, ROLE_MISSING, ROLE_FORBIDDEN, and those of API keys
 */
export function createAuthenticate(
  verify: VerifyToken,
  findMember: FindMember,
  keys: KeyRing,
  noteUse: NoteUse = async () => undefined,
): Authenticate {
  return async (request, route) => {
    const text = bearerToken(request);
    if (apiKeyPattern.test(text)) return callerOfKey(keys, request, text, route);
    const token = await verify(text);
    const member = await findMember(token);
    if (!member) throw domainError('TOKEN_INVALID');
    const tenantId = selectedTenant(request, member);
    if (member.endedIn?.includes(tenantId)) throw domainError('TOKEN_INVALID');
    const role = member.roles.get(tenantId);
    if (!isUserRole(role)) throw domainError('ROLE_MISSING');
    if (!route.roles.includes(role)) throw domainError('ROLE_FORBIDDEN');
    const { sessionId } = member;
    if (sessionId !== undefined) await noteUse(tenantId, sessionId);
    return {
      ...(sessionId !== undefined && { sessionId }),
      userId: member.userId,
      email: member.email,
      tenantId,
      role,
      companies: [...member.roles.keys()],
    };
  };
}
