/**
 * The account of an external provider's token, matched by e-mail address. A first sign-in creates the user from the
 * claims of the token (plain or namespaced, as in Auth0); from then on the role in the database counts, which each newer
 * token sets where OIDC_ROLE_CLAIM names a claim for it.
 */
import { isEmail, isUserRole, nameText, type UserRole } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Account, AccountStore } from '../accounts/account-ports.ts';
import type { FindAccount } from '../member-cache.ts';
import { mappedRole, type RoleMapping } from './role-mapping.ts';

/** Characters of a claim that is used; a longer one counts as missing. */
const maxClaimLength = 254;

type Claims = Readonly<Record<string, unknown>>;

/** `name`, or the one namespaced claim that ends in `/name`. */
export function claim(claims: Claims, name: string): unknown {
  if (name in claims) return claims[name];
  const key = Object.keys(claims).find((candidate) => candidate.endsWith(`/${name}`));
  return key === undefined ? undefined : claims[key];
}

/** One line of text that can be stored; empty when the claim is none. */
function text(claims: Claims, name: string): string {
  const given = nameText(maxClaimLength).safeParse(claim(claims, name));
  return given.success ? given.data : '';
}

async function provision(
  accounts: AccountStore,
  claims: Claims,
  email: string,
  role: UserRole | undefined,
): Promise<Account | undefined> {
  const company = text(claims, 'company');
  if (company === '') return undefined;
  const nickname = text(claims, 'name');
  const tenant = await accounts.findTenant(company);
  await accounts.createAccount(
    {
      email,
      passwordHash: null,
      emailVerified: true,
      ...(nickname !== '' && { nickname }),
    },
    tenant
      ? { kind: 'joiner', tenantId: tenant.id, ...(role && { role }) }
      : { kind: 'founder', tenantName: company, expiresAt: null, role: role ?? 'Admin' },
  );
  return accounts.findByEmail(email);
}

/** Of the claim `role`, where none is mapped. */
function plainRole(claims: Claims): UserRole | undefined {
  const claimed = text(claims, 'role');
  return isUserRole(claimed) ? claimed : undefined;
}

/** Sets the role in the company that the token names, else in the first one of the user. */
async function applyRole(
  accounts: AccountStore,
  account: Account,
  claims: Claims,
  role: UserRole | null,
): Promise<void> {
  const memberships = await accounts.memberships(account.id);
  const named = await accounts.findTenant(text(claims, 'company'));
  const tenantId = named?.id ?? memberships[0]?.tenantId;
  // Seconds, RFC 7519 §4.1.6; the verifier requires it.
  const claimedAtMs = Number(claims['iat']) * 1000;
  if (tenantId !== undefined && memberships.some((each) => each.tenantId === tenantId)) {
    await accounts.setClaimedRole({ userId: account.id, tenantId, role, claimedAtMs });
  }
}

/** @throws {DomainError} ROLE_UNMAPPED from `find` for a person without a role in any company */
export function createExternalAccounts(accounts: AccountStore, mapping?: RoleMapping): FindAccount {
  return async ({ claims }) => {
    const email = text(claims, 'email').toLowerCase();
    if (!isEmail(email) || claim(claims, 'email_verified') === false) return undefined;
    const found = await accounts.findByEmail(email);
    if (mapping === undefined) {
      return found ?? provision(accounts, claims, email, plainRole(claims));
    }
    const role = mappedRole(claims, mapping);
    const refuse = () => domainError('ROLE_UNMAPPED', { claim: mapping.claim });
    // A person without a mapped role neither founds nor joins a company.
    if (found === undefined && role === null) throw refuse();
    const account = found ?? (await provision(accounts, claims, email, role ?? undefined));
    if (account === undefined) return undefined;
    await applyRole(accounts, account, claims, role);
    const memberships = await accounts.memberships(account.id);
    if (memberships.every((each) => each.role === null)) throw refuse();
    return account;
  };
}
