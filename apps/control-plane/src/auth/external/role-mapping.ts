/** Roles from a claim of the external provider: OIDC_ROLE_CLAIM and OIDC_ROLE_MAP. */
import { type UserRole, userRoles } from '@interlude/contract';

export interface RoleMapping {
  /** Name of the claim, or the path to it with dots. */
  readonly claim: string;
  readonly roles: Readonly<Record<string, UserRole>>;
}

type Claims = Readonly<Record<string, unknown>>;

/** Values of a claim that are looked at. */
const maxValues = 1_000;

const own = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? Reflect.get(holder, name)
    : undefined;

/** A claim by its name, by the end of a namespaced one, or by its path. */
function claimValue(claims: Claims, claim: string): unknown {
  const key = Object.keys(claims).find((name) => name === claim || name.endsWith(`/${claim}`));
  if (key !== undefined) return claims[key];
  return claim.split('.').reduce<unknown>(own, claims);
}

/** The highest role among the values of the claim; null when none is mapped. */
export function mappedRole(claims: Claims, { claim, roles }: RoleMapping): UserRole | null {
  const value = claimValue(claims, claim);
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxValues) : [value];
  const found = new Set(
    values.map((each) => (typeof each === 'string' ? own(roles, each) : undefined)),
  );
  return userRoles.findLast((role) => found.has(role)) ?? null;
}
