/** Continues erasures whose command was killed. */
import { createCompanyErasureStore } from '@interlude/persistence';
import { type RepeatedTask, repeat } from '@interlude/runtime';
import { type ErasureDeps, eraseCompany } from './erase-company.ts';

const everyMs = 600_000;

/** @param failed called with the error of each erasure that cannot be finished; the others are */
export function startErasures(deps: ErasureDeps, failed: (error: unknown) => void): RepeatedTask {
  const store = createCompanyErasureStore(deps.database);
  return repeat({
    everyMs,
    run: async () => {
      for (const { companyId, doneAt } of await store.list()) {
        if (doneAt !== null) continue;
        await eraseCompany(deps, companyId, { mayLeaveStorages: false }).catch(failed);
      }
    },
    failed,
  });
}
