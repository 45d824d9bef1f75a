/**
 * The account of an external provider's token, matched by e-mail address. A first sign-in creates the user from the
 * claims of the token (plain or namespaced, as in Auth0); from then on the role in the database counts.
 */
import { isEmail, isUserRole, nameText } from '@interlude/contract';
import type { Account, AccountStore } from '../accounts/account-ports.ts';
import type { FindAccount } from '../member-cache.ts';

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
): Promise<Account | undefined> {
  const company = text(claims, 'company');
  if (company === '') return undefined;
  const nickname = text(claims, 'name');
  const claimed = text(claims, 'role');
  const role = isUserRole(claimed) ? claimed : undefined;
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

export function createExternalAccounts(accounts: AccountStore): FindAccount {
  return async ({ claims }) => {
    const email = text(claims, 'email').toLowerCase();
    if (!isEmail(email) || claim(claims, 'email_verified') === false) return undefined;
    return (await accounts.findByEmail(email)) ?? provision(accounts, claims, email);
  };
}
