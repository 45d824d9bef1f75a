/** Named states of the reports page: of a person, or of a company. */
import {
  type SavedView,
  type SavedViewInput,
  type SavedViewPatch,
  type SavedViewScope,
  savedView,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SavedViewsTable } from '../schema/report-page-tables.ts';
import { scopeNow } from '../scope.ts';

/** The member whose views are read, and who is stored as their author. */
export interface ViewOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
}

export interface SavedViewStore {
  /** Views of the person and of the company, by name. */
  list(owner: ViewOwner): Promise<SavedView[]>;
  /** One of these views; undefined for a view of another person. */
  find(owner: ViewOwner, id: string): Promise<SavedView | undefined>;
  /**
   * Creates a view.
   * @param most views of the scope; undefined is returned beyond it
   * @throws {DomainError} SAVED_VIEW_NAME_TAKEN
   */
  create(owner: ViewOwner, input: SavedViewInput, most: number): Promise<SavedView | undefined>;
  /** @throws {DomainError} SAVED_VIEW_NAME_TAKEN */
  update(owner: ViewOwner, id: string, patch: SavedViewPatch): Promise<SavedView | undefined>;
  remove(owner: ViewOwner, id: string): Promise<boolean>;
}

const uniqueViolation = '23505';

async function withFreeName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
    throw code === uniqueViolation ? domainError('SAVED_VIEW_NAME_TAKEN', {}, error) : error;
  }
}

const scopeOf = (userId: string | null): SavedViewScope => (userId === null ? 'company' : 'own');

const toView = (row: Selectable<SavedViewsTable>): SavedView =>
  savedView.parse({
    ...{ id: row.id, name: row.name, scope: scopeOf(row.user_id), state: row.state },
    ...{ createdBy: row.created_by, updatedAt: row.updated_at.toISOString() },
  });

const seenBy = ({ userId }: ViewOwner) => sql<boolean>`(user_id is null or user_id = ${userId})`;

/**
 * Saved views.
 * @see ADR 0045
 */
export function createSavedViewStore(database: Database): SavedViewStore {
  const find: SavedViewStore['find'] = (owner, id) =>
    database.forTenant(owner.tenantId, async ({ db }) => {
      const found = db.selectFrom('saved_views').selectAll().where('id', '=', id);
      const row = await found.where(seenBy(owner)).executeTakeFirst();
      return row && toView(row);
    });
  return {
    find,
    list: (owner) =>
      database.forTenant(owner.tenantId, async ({ db }) => {
        const rows = db.selectFrom('saved_views').selectAll().where(seenBy(owner));
        return (await rows.orderBy(sql`lower(name)`).orderBy('id').execute()).map(toView);
      }),
    create: async (owner, { name, scope, state }, most) => {
      const userId = scope === 'own' ? owner.userId : null;
      const inserting = database.forTenant(owner.tenantId, async (tenant) => {
        const { db, clock } = tenant;
        const id = newId(clock.now());
        const at = scopeNow(tenant);
        const { numAffectedRows } = await sql`
          insert into saved_views (id, user_id, name, state, created_by, created_at, updated_at)
          select ${id}, ${userId}, ${name}, ${JSON.stringify(state)}::jsonb, ${owner.email}, ${at}, ${at}
          where (select count(*) from saved_views where user_id is not distinct from ${userId}) < ${most}`.execute(
          db,
        );
        return numAffectedRows === 1n ? id : undefined;
      });
      const id = await withFreeName(inserting);
      return id === undefined ? undefined : find(owner, id);
    },
    update: async (owner, id, { name, state }) => {
      const updating = database.forTenant(owner.tenantId, (tenant) =>
        tenant.db
          .updateTable('saved_views')
          .set({
            ...(name !== undefined && { name }),
            ...(state !== undefined && { state: JSON.stringify(state) }),
            updated_at: scopeNow(tenant),
          })
          .where('id', '=', id)
          .where(seenBy(owner))
          .executeTakeFirst(),
      );
      await withFreeName(updating);
      return find(owner, id);
    },
    remove: (owner, id) =>
      database.forTenant(owner.tenantId, async ({ db }) => {
        const gone = db.deleteFrom('saved_views').where('id', '=', id).where(seenBy(owner));
        return (await gone.executeTakeFirst()).numDeletedRows > 0n;
      }),
  };
}
