/**
 * The hook before every route that is not public: token → user → tenant → role. Role and membership
 * come from the database (through a cache of a few seconds), never from the token: a demoted or
 * removed user loses access at once, not when the token expires (SEC-S5).
 */
import { domainError, isUserRole, selectedTenantHeader, type UserRole } from '@interlude/contract';
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
}
export type FindMember = (token: VerifiedToken) => Promise<Member | undefined>;

export type Authenticate = (request: FastifyRequest, roles: readonly UserRole[]) => Promise<Caller>;

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

/**
 * @throws {DomainError} TOKEN_INVALID, TENANT_FORBIDDEN, ROLE_MISSING, ROLE_FORBIDDEN
 */
export function createAuthenticate(verify: VerifyToken, findMember: FindMember): Authenticate {
  return async (request, roles) => {
    const token = await verify(bearerToken(request));
    const member = await findMember(token);
    if (!member) throw domainError('TOKEN_INVALID');
    const tenantId = selectedTenant(request, member);
    const role = member.roles.get(tenantId);
    if (!isUserRole(role)) throw domainError('ROLE_MISSING');
    if (!roles.includes(role)) throw domainError('ROLE_FORBIDDEN');
    return {
      userId: member.userId,
      email: member.email,
      tenantId,
      role,
      companies: [...member.roles.keys()],
    };
  };
}
