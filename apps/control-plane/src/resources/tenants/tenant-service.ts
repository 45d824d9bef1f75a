/** Companies: those of the user, and new ones that a SuperAdmin creates. */
import {
  type BillingDetails,
  isEmail,
  type Language,
  type ListQuery,
  type Page,
  type Tenant,
  trialDays,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { TenantStore } from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';

/** Milliseconds until a trial ends. */
const trialMs = trialDays * 86_400_000;

export interface TenantServiceOptions {
  readonly tenants: Pick<TenantStore, 'list' | 'find' | 'create' | 'discard' | 'update'>;
  /** Invites the first Admin of a company. */
  readonly invite: (
    caller: Caller,
    to: { readonly tenantId: string; readonly email: string; readonly role: 'Admin' },
  ) => Promise<unknown>;
  readonly identity: () => { readonly external: boolean };
  /** Subscribes a company to a tier. */
  readonly subscribe: (tenantId: string, change: TenantChange) => Promise<void>;
  readonly now: () => number;
}

/** Omitted fields stay as they are. */
export interface TenantChange {
  readonly name: string;
  readonly apiKeyHash?: string | undefined;
  readonly tier?: Tenant['tier'] | undefined;
  readonly paymentContactEmail?: string | undefined;
  readonly billingDetails?: BillingDetails | undefined;
  readonly secondFactorRequired?: boolean | undefined;
  readonly language?: Language | undefined;
}

export interface TenantService {
  /** Only the caller's own companies exist for the caller (OP-73: by id or by name). */
  list(caller: Caller, query: ListQuery): Promise<Page<Tenant>>;
  /** @throws {DomainError} TENANT_NOT_FOUND */
  read(caller: Caller, idOrName: string): Promise<Tenant>;
  /**
   * The company of the request alone.
   * @throws {DomainError} TENANT_NOT_FOUND, TENANT_NAME_TAKEN, API_KEY_TAKEN, SECOND_FACTOR_EXTERNAL, and those of
   * subscribing
   */
  update(caller: Caller, id: string, change: TenantChange): Promise<Tenant>;
  /** @throws {DomainError} EMAIL_INVALID, TENANT_NAME_TAKEN, INVITATIONS_CLOSED, TOO_MANY_REQUESTS */
  create(
    caller: Caller,
    input: Pick<Tenant, 'name' | 'tier'> & { readonly email: string },
  ): Promise<Tenant>;
}

export function createTenantService({
  tenants,
  invite,
  identity,
  subscribe,
  now,
}: TenantServiceOptions): TenantService {
  return {
    list: (caller, query) => tenants.list(caller.companies, query),
    read: async (caller, idOrName) => {
      const tenant = await tenants.find(idOrName);
      if (!tenant || !caller.companies.includes(tenant.id)) throw domainError('TENANT_NOT_FOUND');
      return tenant;
    },
    update: async ({ tenantId, email: by }, id, change) => {
      const { name, apiKeyHash, secondFactorRequired, language } = change;
      if (id !== tenantId) throw domainError('TENANT_NOT_FOUND');
      if (secondFactorRequired === true && identity().external) {
        throw domainError('SECOND_FACTOR_EXTERNAL');
      }
      await tenants.update(id, { name, apiKeyHash, secondFactorRequired, language, by });
      await subscribe(tenantId, change);
      const saved = await tenants.find(id);
      if (saved === undefined) throw domainError('TENANT_NOT_FOUND');
      return saved;
    },
    create: async (caller, { name, tier, email }) => {
      if (!isEmail(email.toLowerCase())) throw domainError('EMAIL_INVALID');
      const expiresAt = tier === 'trial' ? now() + trialMs : null;
      const tenant = await tenants.create({ name, tier, expiresAt });
      try {
        await invite(caller, { tenantId: tenant.id, email, role: 'Admin' });
      } catch (error) {
        // A company without an invited Admin could never be entered.
        await tenants.discard(tenant.id);
        throw error;
      }
      return tenant;
    },
  };
}
