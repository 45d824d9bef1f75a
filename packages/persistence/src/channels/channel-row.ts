/** Converts a row of `channels` to a channel. */
import { createHash } from 'node:crypto';
import {
  type ChannelSettings,
  type ChannelState,
  channelSettings,
  channelStates,
  mapSecrets,
  publicAddressPaths,
  withUserInfo,
} from '@interlude/contract';
import type { SecretKey } from '@interlude/runtime';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ChannelsTable } from '../schema.ts';
import { openSecrets } from './channel-secrets.ts';

export type ChannelRow = Selectable<ChannelsTable>;

/**
 * A channel with its secrets in plain text, which must not be answered as it is. Lacks `outputUri`, which follows from
 * the installation's addresses.
 */
export interface StoredChannel extends ChannelSettings {
  readonly id: string;
  readonly tenantId: string;
  readonly state: ChannelState;
  /** Incremented by each reset. */
  readonly resetCount: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Hash of the settings schema. A row with another hash is parsed by the schema. */
export const settingsShape = createHash('sha256')
  .update(JSON.stringify(z.toJSONSchema(channelSettings, { io: 'output', unrepresentable: 'any' })))
  .update(JSON.stringify(publicAddressPaths))
  .digest('hex')
  .slice(0, 12);

const publicAddresses = publicAddressPaths.map(
  (path) => ({ path, kind: 'user-info', sentTo: [] }) as const,
);

/**
 * Reads stored settings, which were validated when they were written. Settings of an older shape get the defaults of
 * new fields; credentials that an earlier version accepted in addresses which viewers read are removed.
 */
export function readSettings(row: Pick<ChannelRow, 'settings' | 'shape'>): ChannelSettings {
  if (row.shape === settingsShape) return row.settings as ChannelSettings;
  const withoutCredentials = (_: unknown, url: unknown) => withUserInfo(String(url), '');
  return channelSettings.parse(
    mapSecrets(publicAddresses, Object(row.settings), withoutCredentials),
  );
}

export function toStoredChannel(row: ChannelRow, key: SecretKey): StoredChannel {
  const place = { key, tenantId: row.tenant_id, channelId: row.id };
  return {
    ...openSecrets(place, readSettings(row), row.sealed),
    id: row.id,
    tenantId: row.tenant_id,
    state: channelStates.find((state) => state === row.state) ?? 'disabled',
    resetCount: row.reset_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
