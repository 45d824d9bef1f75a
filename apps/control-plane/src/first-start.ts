/** The first tenant with its SuperAdmin, and further ones for a demo. */
import { isStrongPassword } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import {
  createAccountStore,
  createEgressGrantStore,
  createTenantStore,
  type Database,
} from '@interlude/persistence';
import { allOffered, randomToken } from '@interlude/runtime';
import { hashPassword } from './auth/accounts/password.ts';

export interface FirstTenant {
  readonly tenantId: string;
  readonly email: string;
  /** Set only for a generated password, which is shown once. */
  readonly password: string | undefined;
  /** False when the installation has a tenant already. */
  readonly created: boolean;
}

/** Fulfils the strength rule (API-051) with 128 bits of randomness. */
function randomPassword(): string {
  return `Aa1!${randomToken(16)}`;
}

/**
 * Makes the first tenant and its SuperAdmin when the installation has none; otherwise changes nothing.
 * @throws {DomainError} CONFIG_INVALID when the given password breaks the strength rule
 */
export async function ensureFirstTenant(
  database: Database,
  options: {
    readonly email: string;
    /** Undefined = a random one. */
    readonly password?: string | undefined;
    readonly tenantName?: string;
  },
): Promise<FirstTenant> {
  const email = options.email.trim().toLowerCase();
  const tenants = createTenantStore(database);
  const accounts = createAccountStore(database);
  if ((await tenants.count()) > 0) {
    const account = await accounts.findByEmail(email);
    const [first] = account ? await accounts.memberships(account.id) : [];
    return { tenantId: first?.tenantId ?? '', email, password: undefined, created: false };
  }
  const { password = randomPassword() } = options;
  if (!isStrongPassword(password)) {
    throw domainError('CONFIG_INVALID', {
      sentence:
        'INTERLUDE_ADMIN_PASSWORD breaks the password rule: at least 14 characters with a special character (!@#$%^&*), lower case, upper case and a digit.',
      variable: 'INTERLUDE_ADMIN_PASSWORD',
    });
  }
  const userId = await accounts.createAccount(
    { email, passwordHash: await hashPassword(password), emailVerified: true },
    {
      kind: 'founder',
      tenantName: options.tenantName ?? 'Interlude',
      expiresAt: null,
      tier: 'enterprise',
      role: 'SuperAdmin',
    },
  );
  const [first] = userId === undefined ? [] : await accounts.memberships(userId);
  // The operator's own company, and the demo's.
  if (first !== undefined) await createEgressGrantStore(database).set(first.tenantId, [allOffered]);
  return {
    tenantId: first?.tenantId ?? '',
    email,
    password: options.password === undefined ? password : undefined,
    created: userId !== undefined,
  };
}
