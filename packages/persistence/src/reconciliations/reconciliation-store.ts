/**
 * Files of ad servers, and the results of comparing them with the platform's counts. A file is kept until it has been
 * compared.
 */
import type {
  Reconciliation,
  ReconciliationMapping,
  ReconciliationPreview,
  ReconciliationResult,
  ReconciliationSummary,
} from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ReconciliationsTable } from '../schema/report-page-tables.ts';
import type { Schema } from '../schema.ts';
import { scopeNow } from '../scope.ts';

export interface NewReconciliation {
  readonly name: string;
  readonly csv: string;
  readonly preview: ReconciliationPreview;
}

export interface ReconciliationWork {
  readonly tenantId: string;
  readonly id: string;
  readonly csv: string;
  readonly mapping: ReconciliationMapping;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

export type ReconciliationOutcome =
  | { readonly kind: 'done'; readonly result: ReconciliationResult }
  /** A sentence for the user. */
  | { readonly kind: 'failed'; readonly problem: string };

export interface ReconciliationStore {
  /** Newest first. */
  list(tenantId: string): Promise<ReconciliationSummary[]>;
  find(tenantId: string, id: string): Promise<Reconciliation | undefined>;
  /** Undefined when the company has `most` comparisons. */
  create(
    tenantId: string,
    input: NewReconciliation,
    most: number,
  ): Promise<Reconciliation | undefined>;
  /**
   * Starts a comparison, or repeats a failed one with other columns. @returns false when there is none, or it is
   * waiting, running or done
   */
  start(tenantId: string, id: string, mapping: ReconciliationMapping): Promise<boolean>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /**
   * Takes a waiting comparison, or one whose worker has reported no progress for `staleMs`. Companies take turns: the
   * oldest one of the first company after `afterTenant`, in the order of ids.
   * @returns undefined when none is due
   */
  take(staleMs: number, afterTenant: string): Promise<ReconciliationWork | undefined>;
  /** Records the progress; this also renews the worker's claim. */
  progress(work: ReconciliationWork, percent: number): Promise<void>;
  end(work: ReconciliationWork, outcome: ReconciliationOutcome): Promise<void>;
  /** Calls `onWaiting` when any process starts a comparison; the returned function ends the subscription. */
  watch(onWaiting: () => void): Promise<() => void>;
  /** Removes comparisons unchanged since `resultsMs`, and those not compared (or failed) since `filesMs`; epoch ms. */
  purge(before: { readonly resultsMs: number; readonly filesMs: number }): Promise<number>;
}

const notifyChannel = 'reconciliations';
const summaryColumns = ['id', 'name', 'created_at', 'state', 'progress', 'problem'] as const;

type Row = Selectable<ReconciliationsTable>;

const toSummary = (row: Pick<Row, (typeof summaryColumns)[number]>): ReconciliationSummary => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  progress: row.progress,
  problem: row.problem,
});

async function findRow(db: Kysely<Schema>, id: string): Promise<Reconciliation | undefined> {
  const row = await db
    .selectFrom('reconciliations')
    .select([...summaryColumns, 'preview', 'mapping', 'result'])
    .where('id', '=', id)
    .executeTakeFirst();
  const { preview, mapping, result } = row ?? {};
  return (
    row &&
    preview && { ...toSummary(row), preview, mapping: mapping ?? null, result: result ?? null }
  );
}

/**
 * Comparisons with files of ad servers.
 * @see ADR 0043
 */
export function createReconciliationStore(database: Database): ReconciliationStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = db.selectFrom('reconciliations').select(summaryColumns);
        return (await rows.orderBy('created_at', 'desc').orderBy('id').execute()).map(toSummary);
      }),
    find: (tenantId, id) => database.forTenant(tenantId, ({ db }) => findRow(db, id)),
    create: (tenantId, { name, csv, preview }, most) =>
      database.forTenant(tenantId, async (scope) => {
        const { db } = scope;
        const id = newId(clock.now());
        const at = scopeNow(scope);
        const { numAffectedRows } = await sql`
          insert into reconciliations (id, name, created_at, updated_at, state, file, preview)
          select ${id}, ${name}, ${at}, ${at}, 'mapping', ${Buffer.from(csv)}, ${JSON.stringify(preview)}::jsonb
          where (select count(*) from reconciliations) < ${most}`.execute(db);
        return numAffectedRows === 1n ? findRow(db, id) : undefined;
      }),
    start: (tenantId, id, mapping) =>
      database.forTenant(tenantId, async (scope) => {
        const { numUpdatedRows } = await scope.db
          .updateTable('reconciliations')
          .set({
            ...{ state: 'waiting', mapping: JSON.stringify(mapping), updated_at: scopeNow(scope) },
            ...{ attempts: 0, progress: 0, problem: null },
          })
          .where('id', '=', id)
          .where('state', 'in', ['mapping', 'failed'])
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await sql`select pg_notify(${notifyChannel}, '')`.execute(scope.db);
        return true;
      }),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const gone = await db.deleteFrom('reconciliations').where('id', '=', id).executeTakeFirst();
        return gone.numDeletedRows > 0n;
      }),
    take: async (staleMs, afterTenant) => {
      const { rows } = await sql<{
        tenant_id: string;
        id: string;
        file: Buffer;
        mapping: ReconciliationMapping;
        attempts: number;
      }>`
        update reconciliations r set state = 'running', progress = 0, attempts = attempts + 1, updated_at = ${now()}
        from (
          select tenant_id, id from reconciliations
          where state = 'waiting'
            or (state = 'running' and updated_at < ${new Date(clock.now() - staleMs)})
          order by tenant_id <= ${afterTenant}, tenant_id, updated_at limit 1 for update skip locked
        ) due
        where (r.tenant_id, r.id) = (due.tenant_id, due.id)
        returning r.tenant_id, r.id, r.file, r.mapping, r.attempts`.execute(system);
      const [row] = rows;
      return (
        row && {
          ...{ tenantId: row.tenant_id, id: row.id, mapping: row.mapping },
          ...{ csv: row.file.toString('utf8'), attempt: row.attempts },
        }
      );
    },
    progress: async ({ tenantId, id }, percent) => {
      await system
        .updateTable('reconciliations')
        .set({ progress: percent, updated_at: now() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
    end: async ({ tenantId, id }, outcome) => {
      const ended =
        outcome.kind === 'done'
          ? { result: JSON.stringify(outcome.result), problem: null, file: Buffer.alloc(0) }
          : { result: null, problem: outcome.problem };
      await system
        .updateTable('reconciliations')
        .set({
          ...ended,
          state: outcome.kind,
          progress: 100,
          updated_at: now(),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
    watch: (onWaiting) => database.listen(notifyChannel, onWaiting, onWaiting),
    purge: async ({ resultsMs, filesMs }) => {
      const gone = await system
        .deleteFrom('reconciliations')
        .where((row) =>
          row.or([
            row('updated_at', '<', new Date(resultsMs)),
            row.and([
              row('state', 'in', ['mapping', 'failed']),
              row('updated_at', '<', new Date(filesMs)),
            ]),
          ]),
        )
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
