/** Systems of a tenant: masked secrets, checked addresses, the check of a Bitmovin key, delivered bytes. */
import {
  isSentElsewhere,
  type ListQuery,
  type Page,
  type System,
  type SystemFields,
  type SystemSummary,
  type systemUpdate,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type {
  ChannelStore,
  MediaEgressStore,
  StoredSystem,
  SystemStore,
} from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';
import type { z } from 'zod';
import { invalidFields } from '../../http/field-errors.ts';
import { type BitmovinAnswer, checkBitmovin } from './bitmovin-check.ts';
import { maskSettings, restoreSettings } from './system-secrets.ts';

export interface SystemServiceOptions {
  readonly systems: SystemStore;
  readonly channels: Pick<ChannelStore, 'countWithSecrets'>;
  readonly mediaEgress: Pick<MediaEgressStore, 'sum'>;
  readonly egress: TenantEgresses;
}

export interface SystemService {
  list(tenantId: string, query: ListQuery): Promise<Page<System>>;
  summaries(tenantId: string): Promise<SystemSummary[]>;
  read(tenantId: string, id: string): Promise<System>;
  create(tenantId: string, fields: SystemFields): Promise<System>;
  update(tenantId: string, id: string, change: z.output<typeof systemUpdate>): Promise<System>;
  remove(tenantId: string, id: string): Promise<void>;
  checkBitmovin(
    tenantId: string,
    given: { readonly id: string; readonly apiKey: string; readonly organizationId: string },
  ): Promise<BitmovinAnswer>;
  /** Bytes of ad media from `from` (included) to `to`, unix seconds. */
  bandwidth(tenantId: string, id: string, from: number, to: number): Promise<number>;
}

/** Settings with addresses that the platform connects to. */
const fetchedSettings = ['endpoint', 'baseUrl'];

function present(system: StoredSystem): System {
  return { ...system, settings: maskSettings(system) };
}

export function createSystemService(options: SystemServiceOptions): SystemService {
  const { systems, channels, mediaEgress, egress } = options;

  async function find(tenantId: string, id: string): Promise<StoredSystem> {
    const system = await systems.find(tenantId, id);
    if (!system) throw domainError('SYSTEM_NOT_FOUND');
    return system;
  }

  function prepared(
    tenantId: string,
    { name, type, settings }: SystemFields,
    stored?: StoredSystem,
  ) {
    const restored = restoreSettings(type, settings, stored);
    for (const field of fetchedSettings) {
      const address = restored[field];
      if (typeof address === 'string' && address !== '') {
        egress.forTenant(tenantId).check(address);
      }
    }
    return { name, type, settings: restored };
  }

  /**
   * A cluster gets the secrets of its channels: another address gets none that were entered for this one.
   * @throws {DomainError} INVALID_FIELDS
   */
  async function checkCluster(
    stored: StoredSystem,
    tenantId: string,
    given: SystemFields,
  ): Promise<void> {
    const goesTo = { sentTo: ['baseUrl'] };
    const isMoved = isSentElsewhere(goesTo, given.settings, stored.settings);
    if (stored.type !== 'ssai-cluster' || given.type !== 'ssai-cluster' || !isMoved) return;
    const count = await channels.countWithSecrets(tenantId, stored.id);
    if (count === 0) return;
    const message = `${count} channels with stored secrets are played here. Add a cluster with the new address and move them there, which asks for their secrets again.`;
    throw invalidFields({ 'settings.baseUrl': message });
  }

  return {
    list: async (tenantId, query) => {
      const { rows, total } = await systems.list(tenantId, query);
      return { rows: rows.map(present), total };
    },
    summaries: (tenantId) => systems.summaries(tenantId),
    read: async (tenantId, id) => present(await find(tenantId, id)),
    create: async (tenantId, fields) =>
      present(await systems.create(tenantId, prepared(tenantId, fields))),
    update: async (tenantId, id, { updatedAt, ...fields }) => {
      const stored = await find(tenantId, id);
      const change = { ...prepared(tenantId, fields, stored), updatedAt };
      await checkCluster(stored, tenantId, fields);
      const saved = await systems.update(tenantId, id, change);
      if (!saved) throw domainError('SYSTEM_NOT_FOUND');
      return present(saved);
    },
    remove: async (tenantId, id) => {
      if (!(await systems.remove(tenantId, id))) throw domainError('SYSTEM_NOT_FOUND');
    },
    checkBitmovin: async (tenantId, { id, ...given }) => {
      const stored = id === '' ? undefined : await find(tenantId, id);
      return checkBitmovin(egress.forTenant(tenantId), given, stored);
    },
    bandwidth: async (tenantId, id, from, to) => {
      const { type } = await find(tenantId, id);
      if (type !== 'cdn') throw domainError('SYSTEM_TYPE_WRONG', { type, needed: 'cdn' });
      return mediaEgress.sum(tenantId, { kind: 'ads', fromMs: from * 1_000, toMs: to * 1_000 });
    },
  };
}
