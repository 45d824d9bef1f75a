/**
 * Tickets that open the upload socket once, within a minute: proxies log the URLs of sockets, so a URL may not have a
 * lasting token. `<tenant>.<nonce>.<token>`; each tab has its own.
 */
import { isUserRole } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { AccountStore } from '@interlude/persistence';
import { randomToken } from '@interlude/runtime';
import type { OneTimeTokens, RateLimits } from '../../../auth/accounts/account-ports.ts';
import type { Caller } from '../../../http/call.ts';

const lifetimeMs = 60_000;
/** Per user. */
const limit = { points: 60, windowMs: 60_000 };

export interface SocketUser {
  readonly tenantId: string;
  readonly userId: string;
}

export interface UploadTickets {
  /** @throws {DomainError} TOO_MANY_REQUESTS */
  create(caller: Pick<Caller, 'tenantId' | 'userId'>): Promise<string>;
  /** @returns undefined when the ticket is malformed, used or expired, or the user lost the role meanwhile */
  use(ticket: string): Promise<SocketUser | undefined>;
}

const purposeOf = (tenantId: string, nonce: string) => `upload-events:${tenantId}:${nonce}`;

export function createUploadTickets(options: {
  readonly accounts: Pick<AccountStore, 'find' | 'memberships'>;
  readonly tokens: OneTimeTokens;
  readonly rateLimits: Pick<RateLimits, 'take'>;
}): UploadTickets {
  const { accounts, tokens, rateLimits } = options;

  /** The user may have lost the role since the ticket was made. */
  async function isStillMember({ tenantId, userId }: SocketUser): Promise<boolean> {
    const account = await accounts.find(userId);
    if (account === undefined || account.blocked) return false;
    const places = await accounts.memberships(userId);
    return isUserRole(places.find((place) => place.tenantId === tenantId)?.role);
  }

  return {
    create: async ({ tenantId, userId }) => {
      const waitMs = await rateLimits.take(`uploadTicket:${userId}`, limit);
      if (waitMs > 0) {
        throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      }
      const nonce = randomToken(9);
      const token = await tokens.create(purposeOf(tenantId, nonce), userId, lifetimeMs);
      return `${tenantId}.${nonce}.${token}`;
    },
    use: async (ticket) => {
      const match = /^([A-Za-z0-9-]{1,100})\.([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]{43})$/.exec(
        ticket,
      );
      if (match === null) return undefined;
      const [, tenantId = '', nonce = '', token = ''] = match;
      const userId = await tokens.use(purposeOf(tenantId, nonce), token);
      const user = userId === undefined ? undefined : { tenantId, userId };
      return user !== undefined && (await isStillMember(user)) ? user : undefined;
    },
  };
}
