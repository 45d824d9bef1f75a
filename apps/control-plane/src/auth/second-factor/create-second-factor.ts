/** Stores → the second factor of logins and of the account page. */
import {
  createSecondFactorStepStore,
  createSecondFactorStore,
  type Database,
} from '@interlude/persistence';
import type { AccountStore, KnownClients, Mailer, RateLimits } from '../accounts/account-ports.ts';
import { createSecondFactorCheck } from './check-second-factor.ts';
import { createEnrolment } from './enrolment.ts';
import { relyingPartyOf } from './passkeys.ts';
import { createSecondFactorLogin } from './second-factor-login.ts';

export function createSecondFactor(
  database: Database,
  options: {
    readonly accounts: AccountStore;
    readonly rateLimits: RateLimits;
    readonly knownClients: KnownClients;
    readonly mailer: Mailer;
    readonly productName: string;
    readonly publicUrl: string;
    readonly now: () => number;
  },
) {
  const factors = createSecondFactorStore(database);
  const steps = createSecondFactorStepStore(database);
  const party = relyingPartyOf(options.publicUrl, options.productName);
  const parts = { ...options, factors, steps, party };
  const check = createSecondFactorCheck(parts);
  const enrolment = createEnrolment(parts);
  return {
    ...{ factors, check, enrolment, party },
    login: createSecondFactorLogin({ ...parts, check, enrolment }),
    /** True when the password alone is not enough for this person to log in. */
    needsSecondFactor: async (userId: string) => {
      const { kinds, requiredBy } = await factors.need(userId);
      return kinds.length > 0 || requiredBy.length > 0;
    },
  };
}
