/** Limits the rows of a kind that a company creates to its plan (SEC-S117). */
import { rowLimits, type tenantTiers } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { CountedRows, RowCounts } from '@interlude/persistence';
import type { Caller } from '../http/call.ts';

const nouns: Readonly<Record<CountedRows, string>> = {
  flows: 'workflows',
  medias: 'medias',
  playlists: 'playlists',
  titles: 'assets',
};

export function createBoundRows(
  counts: RowCounts,
  tierOf: (tenantId: string) => Promise<(typeof tenantTiers)[number]>,
) {
  /**
   * A handler that makes a row, and refuses to where the company has those of its plan. Several at one time may pass
   * together: the bound keeps rows from growing without end, it is not exact.
   * @throws {DomainError} ROWS_TOO_MANY
   */
  return function boundRows<Call extends { readonly caller: Caller }, Answer>(
    kind: CountedRows,
    create: (call: Call) => Promise<Answer>,
  ): (call: Call) => Promise<Answer> {
    return async (call) => {
      const { tenantId } = call.caller;
      const [tier, count] = await Promise.all([tierOf(tenantId), counts.count(tenantId, kind)]);
      const limit = rowLimits[tier];
      if (count >= limit) throw domainError('ROWS_TOO_MANY', { limit, items: nouns[kind] });
      return create(call);
    };
  };
}
