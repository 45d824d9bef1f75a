/** The history of a channel: its versions, their differences from now, and restoring one by an ordinary save. */
import {
  type Channel,
  type ChannelSettings,
  type ChannelVersion,
  type ChannelVersionDetail,
  channelSecrets,
  channelSettings,
  channelUpdate,
  fieldDifferences,
  mapSecrets,
  maskSecret,
  secretPlaceholder,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, ChannelVersionStore, StoredChannel } from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';
import { invalidBody, invalidFields } from '../../http/field-errors.ts';
import type { ChannelService } from './channel-service.ts';

export interface ChannelHistoryOptions {
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly versions: ChannelVersionStore;
  /** The save of the API: restoring is one. */
  readonly update: ChannelService['update'];
}

export interface ChannelHistory {
  /** @throws {DomainError} CHANNEL_NOT_FOUND */
  list(caller: Caller, id: string): Promise<ChannelVersion[]>;
  /** @throws {DomainError} CHANNEL_NOT_FOUND, CHANNEL_VERSION_NOT_FOUND */
  read(caller: Caller, id: string, versionId: string): Promise<ChannelVersionDetail>;
  /** @throws {DomainError} as a save, and CHANNEL_VERSION_NOT_FOUND */
  restore(
    caller: Caller,
    id: string,
    version: { readonly versionId: string; readonly updatedAt: string | undefined },
  ): Promise<Channel>;
}

/**
 * Refuses settings with an address whose credentials the audit log masked and that is no declared secret: no stored
 * value can replace the mask. @throws {DomainError} INVALID_FIELDS
 */
function checkWhole(settings: ChannelSettings): void {
  const masked = Object.entries(settings).filter(([, value]) =>
    JSON.stringify(value ?? '').includes(`://${secretPlaceholder}@`),
  );
  const known = new Set(channelSecrets.map(({ path }) => path.split('.')[0]));
  const sentence = 'Enter the address again; its user and password are not in the history.';
  const lost = masked.filter(([name]) => !known.has(name));
  if (lost.length > 0)
    throw invalidFields(Object.fromEntries(lost.map(([name]) => [name, sentence])));
}

/** The settings of now with a placeholder for each secret, as versions have them. */
const presentSettings = (stored: StoredChannel): ChannelSettings =>
  mapSecrets(channelSecrets, channelSettings.parse(stored), maskSecret);

export function createChannelHistory(options: ChannelHistoryOptions): ChannelHistory {
  const { channels, versions, update } = options;

  async function found({ tenantId }: Caller, id: string): Promise<StoredChannel> {
    const stored = await channels.find(tenantId, id);
    if (stored === undefined) throw domainError('CHANNEL_NOT_FOUND');
    return stored;
  }

  async function settingsOf({ tenantId }: Caller, id: string, versionId: string) {
    const settings = await versions.find(tenantId, id, versionId);
    if (settings === undefined) throw domainError('CHANNEL_VERSION_NOT_FOUND');
    return settings;
  }

  return {
    list: async (caller, id) => {
      await found(caller, id);
      return versions.list(caller.tenantId, id);
    },
    read: async (caller, id, versionId) => {
      const present = presentSettings(await found(caller, id));
      const settings = await settingsOf(caller, id, versionId);
      return { id: versionId, settings, present, fields: [...fieldDifferences(present, settings)] };
    },
    restore: async (caller, id, { versionId, updatedAt }) => {
      await found(caller, id);
      const settings = await settingsOf(caller, id, versionId);
      checkWhole(settings);
      const body = channelUpdate.safeParse({ ...settings, updatedAt });
      if (!body.success) throw invalidBody(body.error);
      return update(caller, id, body.data);
    },
  };
}
