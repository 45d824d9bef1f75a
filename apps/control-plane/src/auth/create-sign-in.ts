/** How people sign in: login sessions, second factors, the login by password, the identity provider. */
import { createLoginSessionStore, type Database } from '@interlude/persistence';
import type { Config, Logger } from '@interlude/runtime';
import type { ChangeFeed } from '../change-feed.ts';
import type { ControlPlaneEvents } from '../events.ts';
import type { AccountStore, KnownClients, Mailer, RateLimits } from './accounts/account-ports.ts';
import type { EqualTime } from './accounts/equal-time.ts';
import { createLoginService } from './accounts/login-service.ts';
import { createIdentity, type Identity } from './create-identity.ts';
import { createMemberCache } from './member-cache.ts';
import { createSecondFactor } from './second-factor/create-second-factor.ts';

export interface SignInParts {
  readonly accounts: AccountStore;
  readonly rateLimits: RateLimits;
  readonly knownClients: KnownClients;
  readonly mailer: Mailer;
  readonly events: ControlPlaneEvents;
  readonly feed: ChangeFeed;
  readonly identity: () => Identity;
  readonly inEqualTime: EqualTime;
  readonly productName: string;
  readonly publicUrl: string;
  readonly now: () => number;
}

export async function createSignIn(
  deps: { readonly config: Config; readonly database: Database; readonly logger: Logger },
  parts: SignInParts,
) {
  const sessions = createLoginSessionStore(deps.database);
  const secondFactor = createSecondFactor(deps.database, parts);
  const { needsSecondFactor } = secondFactor;
  const signIn = { ...parts, sessions, needsSecondFactor, secondFactor: () => secondFactor.login };
  const login = createLoginService(signIn);
  const { config, database, logger } = deps;
  const identity = await createIdentity({
    ...{ ...signIn, config, database, logger },
    checkPassword: login.checkPassword,
  });
  const members = createMemberCache({ ...parts, ...identity, sessions });
  return { sessions, secondFactor, login, identity, members };
}
