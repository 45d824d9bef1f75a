/** Compares files that wait, one after another, companies by turns. */
import {
  createReconciliationStore,
  createReportSettingsStore,
  createReportStore,
  type Database,
} from '@interlude/persistence';
import { repeat } from '@interlude/runtime';
import { runReconciliation } from './run-reconciliation.ts';

/** The database notifies of new ones; the interval is for those of workers that died. */
const everyMs = 10_000;
/** Without progress for this long another worker takes the comparison over. */
const staleMs = 120_000;
/** Of a file; a fault of it or of its figures does not come back for ever. */
export const mostAttempts = 3;

const givenUp =
  'The comparison could not be finished. Compare it once more, or export a shorter period.';

interface ReconciliationsOptions {
  readonly database: Database;
  readonly failed: (error: unknown) => void;
}

export async function startReconciliations({ database, failed }: ReconciliationsOptions) {
  const store = createReconciliationStore(database);
  const parts = {
    store,
    reports: createReportStore(database),
    settings: createReportSettingsStore(database),
    now: () => database.clock.now(),
  };
  let servedTenant = '';
  const task = repeat({
    everyMs,
    run: async () => {
      const take = () => store.take(staleMs, servedTenant);
      for (let work = await take(); work; work = await take()) {
        servedTenant = work.tenantId;
        const isGivenUp = work.attempt > mostAttempts;
        const outcome = isGivenUp
          ? { kind: 'failed' as const, problem: givenUp }
          : await runReconciliation(parts, work);
        await store.end(work, outcome);
      }
    },
    failed,
  });
  const unwatch = await store.watch(() => task.wake());
  return {
    async stop() {
      unwatch();
      await task.stop();
    },
  };
}
