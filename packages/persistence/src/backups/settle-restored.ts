/**
 * Resets rows whose state ended with the old processes: leases, running jobs, comparisons that had begun, tickets of
 * the queue. Runs in the transaction of a restore, with the schema of this version.
 */
import type pg from 'pg';
import { dueErasures } from './carried-erasures.ts';
import { readOwnNames } from './own-schema.ts';

export interface Settled {
  /** Running jobs that wait again. */
  readonly jobs: number;
  /** Erased companies that the backup brought back; a worker erases them again. */
  readonly erasing: readonly string[];
}

const waiting = JSON.stringify({
  ...{ status: 'waiting', progress: 0, start: null, end: null },
  ...{ error: '', errorCode: '', message: '', findings: [] },
});

/**
 * Like `handBack` of a job run: the attempt does not count. A job that waits for its next attempt (`error_code` set)
 * has none to take back.
 */
async function handJobsBack(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update public.jobs set attempt = attempt - 1, progress = 0, tasks = coalesce((
       select jsonb_agg(task || $1::jsonb order by place)
       from jsonb_array_elements(tasks) with ordinality as listed (task, place)), '[]')
     where status = 'running' and attempt > 0 and error_code = ''`,
    [waiting],
  );
  return rowCount ?? 0;
}

/** Workers create new tickets from the rows of the jobs. The schema stays, because an administrator may own it. */
async function emptyQueue(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.job') is not null as there`,
  );
  if (rows[0]?.there === true) await client.query('delete from pgboss.job');
}

/** Columns with the end of a lease of a process on a row: no process of the old database holds one any more. */
const leases = ['claimed_until', 'leased_until'];

async function endLeases(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ relation: string; lease: string }>(
    `select format('public.%I', c.relname) as relation, quote_ident(a.attname) as lease
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped
       and a.attname::text = any($1) and c.relname::text = any($2)`,
    [leases, [...(await readOwnNames()).tables]],
  );
  for (const { relation, lease } of rows)
    await client.query(`update ${relation} set ${lease} = 'epoch' where ${lease} <> 'epoch'`);
}

/** Comparisons that a worker had begun wait again. */
async function handComparisonsBack(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update public.reconciliations set state = 'waiting', progress = 0, attempts = greatest(attempts - 1, 0)
     where state = 'running'`,
  );
}

export async function settleRestored(client: pg.ClientBase): Promise<Settled> {
  await endLeases(client);
  await handComparisonsBack(client);
  const jobs = await handJobsBack(client);
  await emptyQueue(client);
  return { jobs, erasing: await dueErasures(client) };
}
