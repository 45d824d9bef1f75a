/** Workflows of a tenant. A job carries a copy of its workflow from the time at which the job was created. */
import type { Flow, FlowSettings, ListQuery, Page } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { Schema } from '../schema.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { type FlowRow, flowColumns, toFlow } from './flow-row.ts';

export interface FlowStore {
  /** @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<Flow>>;
  find(tenantId: string, id: string): Promise<Flow | undefined>;
  /** @throws {DomainError} FLOW_NAME_TAKEN (letter case ignored) */
  create(tenantId: string, flow: FlowSettings): Promise<Flow>;
  /**
   * Changes a workflow.
   * @param updatedAt of the state on which the change is based; undefined = no check
   * @returns undefined when the tenant has no such workflow
   * @throws {DomainError} FLOW_NAME_TAKEN, EDIT_CONFLICT
   */
  update(
    tenantId: string,
    id: string,
    flow: FlowSettings,
    updatedAt?: string,
  ): Promise<Flow | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
}

/** Finds a workflow by its name, in the transaction that creates a job of it. Undefined when there is none. */
export async function findFlowByName(db: Kysely<Schema>, name: string): Promise<Flow | undefined> {
  const row = await db
    .selectFrom('flows')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row && toFlow(row);
}

const uniqueViolation = '23505';

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === uniqueViolation) throw domainError('FLOW_NAME_TAKEN', { name }, error);
    throw error;
  }
}

const publish = (
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
) => notifyChange(db, { tenant: tenantId, kind: 'flows', id, action });

async function createFlow(scope: TenantScope, flow: FlowSettings): Promise<Flow> {
  const now = scopeNow(scope);
  const row = await scope.db
    .insertInto('flows')
    .values({ id: newId(now.getTime()), ...flowColumns(flow), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, row.id, 'created');
  return toFlow(row);
}

async function updateFlow(
  scope: TenantScope,
  id: string,
  change: { readonly flow: FlowSettings; readonly seen: string | undefined },
): Promise<Flow | undefined> {
  const { db } = scope;
  const found = db.selectFrom('flows').selectAll().where('id', '=', id).forUpdate();
  const row = await found.executeTakeFirst();
  if (row === undefined) return undefined;
  checkEdit(row, change.seen);
  const saved = await db
    .updateTable('flows')
    .set({ ...flowColumns(change.flow), updated_at: laterThan(row, scopeNow(scope)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toFlow(saved);
}

/**
 * Flows: the tasks that jobs run.
 * @returns a store; unknown ids give undefined, a name that is in use rejects with FLOW_NAME_TAKEN
 * @see DATA-028; ADR 0022
 */
export function createFlowStore(database: Database): FlowStore {
  return {
    list: (tenantId, query) =>
      database.forTenant(tenantId, async ({ db }) => {
        const page = await fetchPage<FlowRow>(
          db,
          {
            select: sql`*`,
            from: sql`flows`,
            sortable: {
              createdAt: sql`created_at`,
              updatedAt: sql`updated_at`,
              name: sql`lower(name)`,
              attempts: sql`attempts`,
              timeout: sql`timeout_minutes`,
              id: sql`id`,
            },
            searched: [sql`name`, sql`id`],
            tieBreak: sql`id`,
            counted: 'flows',
          },
          query,
        );
        return { rows: page.rows.map(toFlow), total: page.total };
      }),
    find: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const found = db.selectFrom('flows').selectAll().where('id', '=', id);
        const row = await found.executeTakeFirst();
        return row && toFlow(row);
      }),
    create: (tenantId, flow) =>
      named(flow.name, () => database.forTenant(tenantId, (scope) => createFlow(scope, flow))),
    update: (tenantId, id, flow, seen) =>
      named(flow.name, () =>
        database.forTenant(tenantId, (scope) => updateFlow(scope, id, { flow, seen })),
      ),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async (scope) => {
        const gone = scope.db.deleteFrom('flows').where('id', '=', id);
        if ((await gone.executeTakeFirst()).numDeletedRows === 0n) return false;
        await publish(scope, id, 'removed');
        return true;
      }),
  };
}
