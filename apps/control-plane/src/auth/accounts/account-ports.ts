/** The stores that the account services use. */
export type { Account, AccountStore } from '@interlude/persistence';

import type {
  KnownClientStore,
  NewMail,
  OneTimeTokenStore,
  RateLimitStore,
} from '@interlude/persistence';

export type OneTimeTokens = Pick<OneTimeTokenStore, 'create' | 'use'>;
export type KnownClients = Pick<KnownClientStore, 'isKnown' | 'remember' | 'forgetAll'>;
export type RateLimits = Pick<RateLimitStore, 'take' | 'takeGrowing' | 'giveBack' | 'clear'>;

export interface Mailer {
  send(mail: NewMail): Promise<unknown>;
}
