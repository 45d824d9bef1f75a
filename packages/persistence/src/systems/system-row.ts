/** Converts a row of `systems` to a system. */
import {
  type SystemCategory,
  type SystemTypeName,
  systemType,
  systemTypeNames,
} from '@interlude/contract';
import type { SecretKey } from '@interlude/runtime';
import type { Selectable } from 'kysely';
import type { SystemsTable } from '../schema.ts';
import { openSettings, type SystemSettings } from './system-secrets.ts';

export type SystemRow = Selectable<SystemsTable>;

/** A system with its secrets in plain text, which must not be answered as it is. */
export interface StoredSystem {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly type: SystemTypeName;
  readonly category: SystemCategory;
  readonly settings: SystemSettings;
  readonly builtIn: boolean;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** @throws {Error} for a type that this version does not know */
export function toStoredSystem(row: SystemRow, key: SecretKey): StoredSystem {
  const type = systemTypeNames.find((known) => known === row.type);
  if (type === undefined) throw new Error(`the system ${row.id} is of an unknown type ${row.type}`);
  const place = { key, tenantId: row.tenant_id, systemId: row.id };
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    type,
    category: systemType(type).category,
    settings: openSettings(place, row.settings, row.sealed),
    builtIn: row.built_in,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
