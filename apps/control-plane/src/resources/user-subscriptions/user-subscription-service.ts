/** The subscriptions of a member: addresses are checked, secrets restored and sealed. */
import type { UserSubscription } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { UserSubscriptionStore } from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';
import type { Caller } from '../../http/call.ts';
import { restoreSubscriptions } from './restore-subscriptions.ts';

export interface UserSubscriptionService {
  /** @throws {DomainError} INVALID_FIELDS, URL_FORBIDDEN */
  save(tenantId: string, userId: string, given: readonly UserSubscription[]): Promise<void>;
  /** @throws {DomainError} SUBSCRIPTION_NOT_FOUND */
  turnOn(caller: Caller, id: string): Promise<UserSubscription[]>;
}

export function createUserSubscriptionService(options: {
  readonly subscriptions: UserSubscriptionStore;
  readonly egress: TenantEgresses<'check'>;
}): UserSubscriptionService {
  const { subscriptions, egress } = options;
  return {
    async save(tenantId, userId, given) {
      const stored = await subscriptions.listWithSecrets(tenantId, userId);
      const restored = restoreSubscriptions(given, stored);
      const { check } = egress.forTenant(tenantId);
      for (const { webhookUrl } of restored) if (webhookUrl !== '') check(webhookUrl);
      await subscriptions.replace(tenantId, userId, restored);
    },
    async turnOn({ tenantId, userId }, id) {
      const saved = await subscriptions.turnOn(tenantId, userId, id);
      if (saved === undefined) throw domainError('SUBSCRIPTION_NOT_FOUND');
      return saved;
    },
  };
}
