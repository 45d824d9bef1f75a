/**
 * Workflows and built-in systems that every tenant gets once. A tenant that an older version created gets them at the
 * next start; what an operator deletes is not created again.
 */
import { type SystemTypeName, shippedFlows, systemType } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SystemScope } from '../scope.ts';

const shippedSystems: readonly SystemTypeName[] = ['ffmpeg', 'local', 'ssai-cluster', 'cdn'];

function systemRow(tenantId: string, type: SystemTypeName, now: Date) {
  const { label, category, builtIn = false, settings } = systemType(type);
  const defaults = settings.flatMap(({ name, byDefault }) =>
    byDefault === undefined ? [] : [[name, byDefault]],
  );
  return {
    tenant_id: tenantId,
    id: newId(now.getTime()),
    name: label,
    type,
    category,
    settings: JSON.stringify(Object.fromEntries(defaults)),
    built_in: builtIn,
    created_at: now,
    updated_at: now,
  };
}

function flowRow(tenantId: string, flow: (typeof shippedFlows)[number], now: Date) {
  return {
    tenant_id: tenantId,
    id: newId(now.getTime()),
    name: flow.name,
    attempts: flow.attempts,
    timeout_minutes: flow.timeout,
    task_templates: JSON.stringify(flow.taskTemplates),
    created_at: now,
    updated_at: now,
  };
}

/** Creates them in a transaction across tenants, unless the tenant has got them. */
export async function shipToTenant(
  db: Kysely<Schema>,
  tenantId: string,
  nowMs: number,
): Promise<void> {
  const claimed = await db
    .updateTable('tenants')
    .set({ shipped: true })
    .where('id', '=', tenantId)
    .where('shipped', '=', false)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return;
  const now = new Date(nowMs);
  await db
    .insertInto('systems')
    .values(shippedSystems.map((type) => systemRow(tenantId, type, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('flows')
    .values(shippedFlows.map((flow) => flowRow(tenantId, flow, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates them for all tenants that have not got them; replicas may start at the same time. */
export async function shipToTenants(database: {
  readonly system: Kysely<Schema>;
  transaction(work: (scope: SystemScope) => Promise<void>): Promise<void>;
}): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from tenants where not shipped`.execute(
    database.system,
  );
  for (const { id } of rows) {
    await database.transaction(({ db, clock }) => shipToTenant(db, id, clock.now()));
  }
}
