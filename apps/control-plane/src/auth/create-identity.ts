/** The embedded identity provider, or the external one when OIDC_ISSUER is set, with the lookup of a token's account. */
import {
  createInstallationSecretStore,
  createOidcStore,
  type Database,
  type LoginSessionStore,
} from '@interlude/persistence';
import type { Config, Logger } from '@interlude/runtime';
import type { VerifiedToken } from '../http/authenticate.ts';
import { rememberVerified } from './access-token.ts';
import type { AccountStore, RateLimits } from './accounts/account-ports.ts';
import { takeOrThrow } from './accounts/rate-limits.ts';
import { createEmbeddedProvider } from './embedded/embedded-provider.ts';
import { createExternalAccounts } from './external/external-accounts.ts';
import { createExternalProvider } from './external/external-provider.ts';
import type { AccountClaims, IdentityProvider } from './identity-provider.ts';
import type { FindAccount, IsCurrent } from './member-cache.ts';
import type { SecondFactorLogin } from './second-factor/second-factor-login.ts';

export interface IdentityOptions {
  readonly config: Config;
  readonly publicUrl: string;
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly rateLimits: RateLimits;
  readonly logger: Logger;
  readonly now: () => number;
  readonly sessions: LoginSessionStore;
  readonly needsSecondFactor: (userId: string) => Promise<boolean>;
  readonly secondFactor: () => SecondFactorLogin;
  checkPassword(email: string, password: string, ip: string): Promise<string>;
}

export interface Identity extends IdentityProvider {
  readonly findAccount: FindAccount;
  readonly isCurrent: IsCurrent;
  /** The login session of a token; undefined where sessions are the provider's. */
  readonly sessionIdOf: (token: VerifiedToken) => string | undefined;
}

async function findClaims(
  accounts: AccountStore,
  userId: string,
): Promise<AccountClaims | undefined> {
  const account = await accounts.find(userId);
  if (!account || account.blocked) return undefined;
  const memberships = await accounts.memberships(userId);
  return {
    sub: account.id,
    name: account.nickname,
    email: account.email,
    email_verified: account.emailVerified,
    company: memberships[0]?.tenantId ?? '',
    companies: memberships.map(({ tenantId }) => tenantId),
    role: memberships[0]?.role ?? '',
    roles: Object.fromEntries(
      memberships.flatMap(({ tenantId, role }) => (role ? [[tenantId, role] as const] : [])),
    ),
    epoch: account.tokenEpoch,
  };
}

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { config, publicUrl, database, accounts, rateLimits, logger, now, checkPassword } = options;
  const { oidcIssuer, oidcClientId, oidcAudience, oidcRoleClaim, oidcRoleMap } = config;
  const mapping =
    oidcRoleClaim !== undefined && oidcRoleMap !== undefined
      ? { claim: oidcRoleClaim, roles: oidcRoleMap }
      : undefined;
  if (oidcIssuer !== undefined) {
    const external = createExternalProvider({
      issuer: oidcIssuer,
      clientId: oidcClientId ?? '',
      audience: oidcAudience ?? `${publicUrl}/api`,
    });
    return {
      ...external,
      verify: rememberVerified(external.verify, now),
      findAccount: createExternalAccounts(accounts, mapping),
      // Passwords are the provider's, and so is the end of its tokens.
      isCurrent: () => true,
      // `sid` of another issuer names a session of its own (OpenID Connect Back-Channel Logout 1.0).
      sessionIdOf: () => undefined,
    };
  }
  const embedded = await createEmbeddedProvider({
    publicUrl,
    productName: config.productName,
    takesRegistrations: config.registration === 'open',
    secretKey: database.secretKey,
    oidcRows: createOidcStore(database),
    signingKeys: createInstallationSecretStore(database, 'oidc.jwks'),
    findClaims: (userId) => findClaims(accounts, userId),
    sessions: options.sessions,
    needsSecondFactor: options.needsSecondFactor,
    secondFactor: options.secondFactor,
    checkPassword,
    takeSignIn: (network) => takeOrThrow(rateLimits, 'signInIp', [network]),
    now,
    logger,
  });
  return {
    ...embedded,
    verify: rememberVerified(embedded.verify, now),
    findAccount: ({ subject }) => accounts.find(subject),
    // Tokens of versions before the claim are those of the first password.
    isCurrent: ({ claims }, account) => (claims['epoch'] ?? 0) === account.tokenEpoch,
    sessionIdOf: ({ claims: { sid } }) => (typeof sid === 'string' ? sid : undefined),
  };
}
