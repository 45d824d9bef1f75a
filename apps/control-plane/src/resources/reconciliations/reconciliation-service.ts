/** Files of ad servers: taken, their columns named, compared by the worker. */
import {
  type Reconciliation,
  type ReconciliationMapping,
  type ReconciliationSummary,
  reconciliationLimits,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ReconciliationStore, ReportSettingsStore } from '@interlude/persistence';
import { guessMapping } from '@interlude/reporting';
import { readCsv } from '@interlude/runtime';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';

export interface ReconciliationServiceOptions {
  readonly reconciliations: ReconciliationStore;
  readonly settings: Pick<ReportSettingsStore, 'read'>;
  readonly rateLimits: RateLimits;
}

export interface ReconciliationService {
  list(tenantId: string): Promise<ReconciliationSummary[]>;
  /** @throws {DomainError} RECONCILIATION_NOT_FOUND */
  read(tenantId: string, id: string): Promise<Reconciliation>;
  /** @throws {DomainError} RECONCILIATION_FILE_INVALID, RECONCILIATIONS_TOO_MANY, TOO_MANY_REQUESTS */
  create(
    tenantId: string,
    input: { readonly name: string; readonly csv: string },
  ): Promise<Reconciliation>;
  /** @throws {DomainError} RECONCILIATION_NOT_FOUND, RECONCILIATION_FILE_INVALID */
  start(tenantId: string, id: string, mapping: ReconciliationMapping): Promise<Reconciliation>;
  /** @throws {DomainError} RECONCILIATION_NOT_FOUND */
  remove(tenantId: string, id: string): Promise<void>;
}

const invalid = (sentence: string) => domainError('RECONCILIATION_FILE_INVALID', { sentence });

export function createReconciliationService(
  options: ReconciliationServiceOptions,
): ReconciliationService {
  const { reconciliations, settings, rateLimits } = options;
  const { previewRows, files } = reconciliationLimits;

  async function read(tenantId: string, id: string): Promise<Reconciliation> {
    const found = await reconciliations.find(tenantId, id);
    if (!found) throw domainError('RECONCILIATION_NOT_FOUND');
    return found;
  }

  return {
    list: (tenantId) => reconciliations.list(tenantId),
    read,
    create: async (tenantId, { name, csv }) => {
      await takeOrThrow(rateLimits, 'reconciliationTenant', [tenantId]);
      const file = readCsv(csv, reconciliationLimits);
      if (file.kind === 'problem') throw invalid(file.problem);
      const [columns = [], ...rows] = file.rows.slice(0, previewRows + 1).map((row) => [...row]);
      const { timeZone } = await settings.read(tenantId);
      const preview = { columns, rows, guess: guessMapping(columns, rows, timeZone) };
      const made = await reconciliations.create(tenantId, { name, csv, preview }, files);
      if (!made) throw domainError('RECONCILIATIONS_TOO_MANY', { most: files });
      return made;
    },
    start: async (tenantId, id, mapping) => {
      const { preview } = await read(tenantId, id);
      const named = [mapping.creative, mapping.time, mapping.impressions, mapping.hour ?? 0];
      if (named.some((column) => column >= preview.columns.length)) {
        throw invalid(`The file has ${preview.columns.length} columns.`);
      }
      if (!(await reconciliations.start(tenantId, id, mapping))) {
        throw invalid('The file was compared already. Upload it once more.');
      }
      return read(tenantId, id);
    },
    remove: async (tenantId, id) => {
      if (!(await reconciliations.remove(tenantId, id))) {
        throw domainError('RECONCILIATION_NOT_FOUND');
      }
    },
  };
}
