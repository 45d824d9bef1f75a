/** Titles (assets) of a tenant. */
import {
  type ListQuery,
  type Page,
  type Title,
  type TitleSettings,
  titleTypes,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import type { Database } from '../database.ts';
import { fetchPage, type ListShape } from '../lists/list-page.ts';
import type { TitlesTable } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { editorsWith, firstEditor } from '../users/editors.ts';

export interface TitleStore {
  /** Filter: `type`. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<Title>>;
  find(tenantId: string, id: string): Promise<Title | undefined>;
  /** @param by the user who makes it */
  create(tenantId: string, settings: TitleSettings, by?: string): Promise<Title>;
  /** Undefined when the tenant has no such title. @throws {DomainError} EDIT_CONFLICT */
  update(
    tenantId: string,
    id: string,
    change: TitleSettings & {
      readonly updatedAt?: string | undefined;
      /** The user who changes it. */
      readonly by?: string | undefined;
    },
  ): Promise<Title | undefined>;
  /** False when there is none. @throws {DomainError} TITLE_HAS_MEDIAS */
  remove(tenantId: string, id: string): Promise<boolean>;
}

const shape = {
  select: sql`*`,
  from: sql`titles`,
  sortable: {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    name: sql`lower(name)`,
    type: sql`type`,
    state: sql`state`,
    id: sql`id`,
  },
  searched: [sql`name`, sql`id`],
  tieBreak: sql`id`,
  counted: 'titles',
} satisfies ListShape;

type TitleRow = Selectable<TitlesTable>;

function toTitle(row: TitleRow): Title {
  return {
    id: row.id,
    name: row.name,
    type: titleTypes.find((type) => type === row.type) ?? 'movie',
    state: row.state,
    studio: row.studio,
    deliverer: row.deliverer,
    synopsis: row.synopsis,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function publish(
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
) {
  return notifyChange(db, { tenant: tenantId, kind: 'titles', id, action });
}

const columns = ({ name, type, studio, deliverer, synopsis }: TitleSettings) => ({
  name,
  type,
  studio,
  deliverer,
  synopsis,
});

/**
 * Inserts a title in the transaction of the caller.
 * @see DATA-025
 */
export async function insertTitle(
  scope: TenantScope,
  settings: TitleSettings,
  by?: string,
): Promise<Title> {
  const now = scopeNow(scope);
  const row = await scope.db
    .insertInto('titles')
    .values({
      id: newId(now.getTime()),
      ...columns(settings),
      ...firstEditor(by),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, row.id, 'created');
  return toTitle(row);
}

async function lockTitle({ db }: TenantScope, id: string): Promise<TitleRow | undefined> {
  return db.selectFrom('titles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function updateTitle(
  scope: TenantScope,
  id: string,
  change: Parameters<TitleStore['update']>[2],
): Promise<Title | undefined> {
  const row = await lockTitle(scope, id);
  if (row === undefined) return undefined;
  checkEdit(row, change.updatedAt);
  const saved = await scope.db
    .updateTable('titles')
    .set({
      ...columns(change),
      ...editorsWith(change.by),
      updated_at: laterThan(row, scopeNow(scope)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toTitle(saved);
}

async function removeTitle(scope: TenantScope, id: string): Promise<boolean> {
  if ((await lockTitle(scope, id)) === undefined) return false;
  const { count } = await scope.db
    .selectFrom('medias')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('title_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count > 0) throw domainError('TITLE_HAS_MEDIAS', { count });
  await scope.db.deleteFrom('titles').where('id', '=', id).execute();
  await publish(scope, id, 'removed');
  return true;
}

/**
 * Titles of a tenant.
 * @returns a store; changes reject with EDIT_CONFLICT, removals of a title that has medias with TITLE_HAS_MEDIAS
 * @see DATA-025
 */
export function createTitleStore(database: Database): TitleStore {
  return {
    list: (tenantId, query) =>
      database.forTenant(tenantId, async ({ db }) => {
        const where = query.type === undefined ? [] : [sql`type = ${query.type}`];
        const page = await fetchPage<TitleRow>(db, { ...shape, where }, query);
        return { rows: page.rows.map(toTitle), total: page.total };
      }),
    find: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('titles')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toTitle(row);
      }),
    create: (tenantId, settings, by) =>
      database.forTenant(tenantId, (scope) => insertTitle(scope, settings, by)),
    update: (tenantId, id, change) =>
      database.forTenant(tenantId, (scope) => updateTitle(scope, id, change)),
    remove: (tenantId, id) => database.forTenant(tenantId, (scope) => removeTitle(scope, id)),
  };
}
