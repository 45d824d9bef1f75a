/** Systems of a tenant, with which it encodes, stores and counts. Their secrets are sealed; see system-secrets.ts. */
import {
  type ListQuery,
  type Page,
  type SystemSummary,
  type SystemTypeName,
  systemType,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import type { Database } from '../database.ts';
import { fetchPage, type ListShape } from '../lists/list-page.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { type StoredSystem, type SystemRow, toStoredSystem } from './system-row.ts';
import { type SystemSettings, sealSettings } from './system-secrets.ts';

export interface SystemFieldsToStore {
  readonly name: string;
  readonly type: SystemTypeName;
  /** With secrets in plain text. */
  readonly settings: SystemSettings;
}

export interface SystemStore {
  /** Filters: `type`, `status` (= category). @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<StoredSystem>>;
  summaries(tenantId: string): Promise<SystemSummary[]>;
  find(tenantId: string, id: string): Promise<StoredSystem | undefined>;
  /** @throws {DomainError} SYSTEM_BUILT_IN for a type of which every tenant has one built-in system */
  create(tenantId: string, fields: SystemFieldsToStore): Promise<StoredSystem>;
  /** Undefined when the tenant has none. @throws {DomainError} EDIT_CONFLICT, SYSTEM_BUILT_IN for another type */
  update(
    tenantId: string,
    id: string,
    change: SystemFieldsToStore & { readonly updatedAt?: string | undefined },
  ): Promise<StoredSystem | undefined>;
  /** False when there is none. @throws {DomainError} SYSTEM_BUILT_IN */
  remove(tenantId: string, id: string): Promise<boolean>;
  /**
   * The storage system of a tenant's files, for worker, stitcher and uploads: the built-in local folder when the id is
   * empty or names no storage; undefined when the tenant is unknown.
   */
  findStorage(tenantId: string, id: string): Promise<StoredSystem | undefined>;
}

const shape = {
  select: sql`*`,
  from: sql`systems`,
  sortable: {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    name: sql`lower(name)`,
    type: sql`type`,
    category: sql`category`,
    id: sql`id`,
  },
  searched: [sql`name`, sql`id`],
  tieBreak: sql`id`,
  counted: 'systems',
} satisfies ListShape;

function publish(
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
) {
  return notifyChange(db, { tenant: tenantId, kind: 'systems', id, action });
}

function withDefaults(type: SystemTypeName, given: SystemSettings): SystemSettings {
  const filled = { ...given };
  for (const { name, byDefault } of systemType(type).settings) {
    if (byDefault !== undefined && (filled[name] === undefined || filled[name] === '')) {
      filled[name] = byDefault;
    }
  }
  return filled;
}

function columns(
  scope: Pick<TenantScope, 'secretKey' | 'tenantId'>,
  systemId: string,
  { name, type, settings: given }: SystemFieldsToStore,
  stored?: unknown,
) {
  const place = { key: scope.secretKey, tenantId: scope.tenantId, systemId };
  const { settings, sealed } = sealSettings(place, type, withDefaults(type, given), stored);
  return {
    name,
    type,
    category: systemType(type).category,
    settings: JSON.stringify(settings),
    sealed: JSON.stringify(sealed),
  };
}

const isBuiltInType = (type: SystemTypeName) => systemType(type).builtIn === true;

async function insertSystem(
  scope: TenantScope,
  fields: SystemFieldsToStore,
): Promise<StoredSystem> {
  if (isBuiltInType(fields.type)) throw domainError('SYSTEM_BUILT_IN', { type: fields.type });
  const now = scopeNow(scope);
  const id = newId(now.getTime());
  const row = await scope.db
    .insertInto('systems')
    .values({ id, ...columns(scope, id, fields), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'created');
  return toStoredSystem(row, scope.secretKey);
}

function lockSystem({ db }: TenantScope, id: string): Promise<SystemRow | undefined> {
  return db.selectFrom('systems').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function updateSystem(
  scope: TenantScope,
  id: string,
  change: Parameters<SystemStore['update']>[2],
): Promise<StoredSystem | undefined> {
  const row = await lockSystem(scope, id);
  if (row === undefined) return undefined;
  checkEdit(row, change.updatedAt);
  if (change.type !== row.type && (row.built_in || isBuiltInType(change.type))) {
    throw domainError('SYSTEM_BUILT_IN', { type: row.built_in ? row.type : change.type });
  }
  const saved = await scope.db
    .updateTable('systems')
    .set({ ...columns(scope, id, change, row.sealed), updated_at: laterThan(row, scopeNow(scope)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toStoredSystem(saved, scope.secretKey);
}

async function removeSystem(scope: TenantScope, id: string): Promise<boolean> {
  const row = await lockSystem(scope, id);
  if (row === undefined) return false;
  if (row.built_in) throw domainError('SYSTEM_BUILT_IN', { type: row.type });
  await scope.db.deleteFrom('systems').where('id', '=', id).execute();
  await publish(scope, id, 'removed');
  return true;
}

/**
 * Systems of a tenant; secrets are sealed when written and opened when read.
 * @returns a store; changes reject with SYSTEM_BUILT_IN or EDIT_CONFLICT
 * @see rule SEC-S13
 */
export function createSystemStore(database: Database): SystemStore {
  const { secretKey, system } = database;
  const inTenant = database.forTenant;
  return {
    list: (tenantId, query) =>
      inTenant(tenantId, async ({ db }) => {
        const where = [
          ...(query.type === undefined ? [] : [sql`type = ${query.type}`]),
          ...(query.status === undefined ? [] : [sql`category = ${query.status}`]),
        ];
        const page = await fetchPage<SystemRow>(db, { ...shape, where }, query);
        return { rows: page.rows.map((row) => toStoredSystem(row, secretKey)), total: page.total };
      }),
    summaries: (tenantId) =>
      inTenant(tenantId, async ({ db }) => {
        const rows = await db.selectFrom('systems').selectAll().orderBy('name').execute();
        return rows.map((row) => {
          const { id, name, type, category } = toStoredSystem({ ...row, sealed: {} }, secretKey);
          return { id, name, type, category };
        });
      }),
    find: (tenantId, id) =>
      inTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('systems')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toStoredSystem(row, secretKey);
      }),
    create: (tenantId, fields) => inTenant(tenantId, (scope) => insertSystem(scope, fields)),
    update: (tenantId, id, change) =>
      inTenant(tenantId, (scope) => updateSystem(scope, id, change)),
    remove: (tenantId, id) => inTenant(tenantId, (scope) => removeSystem(scope, id)),
    async findStorage(tenantId, id) {
      const rows = await system
        .selectFrom('systems')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('category', '=', 'storage')
        .where(sql<boolean>`(id = ${id} or (type = 'local' and built_in))`)
        .execute();
      const row = rows.find((found) => found.id === id) ?? rows[0];
      return row && toStoredSystem(row, secretKey);
    },
  };
}
