/** The stores that the account services use. */
export type { Account, AccountStore } from '@interlude/persistence';

import type { NewMail, OneTimeTokenStore, RateLimitStore } from '@interlude/persistence';

export type OneTimeTokens = Pick<OneTimeTokenStore, 'create' | 'use'>;
export type RateLimits = Pick<RateLimitStore, 'take' | 'giveBack' | 'clear'>;

export interface Mailer {
  send(mail: NewMail): Promise<unknown>;
}
