/** The signed-in user from the access token (AUTH-014), for display only: the server verifies it. */
import { isUserRole, type UserRole } from '@interlude/contract';
import { text } from '../messages.ts';

export interface TokenUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Id of the current tenant. */
  readonly company: string;
  readonly companies: readonly string[];
  /** In the current tenant; missing until an Admin sets one. */
  readonly role: UserRole | undefined;
  /** By tenant, where the issuer declares it. */
  readonly roles: Readonly<Record<string, UserRole>>;
}

/** A user with a role. */
export type SignedInUser = TokenUser & { readonly role: UserRole };

/** @throws Error 'No Token Transferred' or 'User object is null or empty' (ERR-016, ERR-017). */
export function userFromToken(token: string): TokenUser {
  if (token === '') throw new Error(text('noToken'));
  const claims = tokenPayload(token);
  if (claims === undefined) throw new Error(text('noUser'));
  return userFromClaims(claims);
}

function userFromClaims(claims: Record<string, unknown>): TokenUser {
  const id = stringOf(claims['sub']);
  if (id === '') throw new Error(text('noUser'));
  const companies = claims['companies'];
  const role = claims['role'];
  return {
    id,
    name: stringOf(claims['name']),
    email: stringOf(claims['email']),
    company: stringOf(claims['company']),
    companies: Array.isArray(companies) ? companies.filter((c) => typeof c === 'string') : [],
    role: isUserRole(role) ? role : undefined,
    roles: rolesOf(claims['roles']),
  };
}

function rolesOf(value: unknown): Record<string, UserRole> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, UserRole] => isUserRole(entry[1])),
  );
}

/** The role of a user in a tenant; the role of the token where the issuer declares only one. */
export function roleIn(user: SignedInUser, tenant: string): UserRole {
  return user.roles[tenant] ?? user.role;
}

/**
 * The user of a stored token when they may use the app, else undefined (AUTH-003, AUTH-005).
 * @param member JSON of the same claims, where the token is of an external provider
 */
export function signedInUser(
  token: string | undefined,
  member?: string | undefined,
): SignedInUser | undefined {
  try {
    const read = userFromToken(token ?? '');
    const user = member === undefined ? read : userFromClaims(JSON.parse(member));
    return user.role === undefined ? undefined : { ...user, role: user.role };
  } catch {
    return;
  }
}

/** The stored tenant when it is one of the user's, else the current one, else the first (DATA-037). */
export function chooseTenant(
  stored: string | undefined,
  user: Pick<TokenUser, 'company' | 'companies'>,
): string {
  if (stored !== undefined && user.companies.includes(stored)) return stored;
  return user.company || (user.companies[0] ?? '');
}

function tokenPayload(token: string): Record<string, unknown> | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return;
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
