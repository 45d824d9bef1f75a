/** Notices to operators about companies with more new values a day than reports keep apart (SEC-S73). */
import { type SaidSentence, say } from '@interlude/contract';
import type { FoldedTerms } from '@interlude/persistence';
import type { Logger, Metrics } from '@interlude/runtime';

export interface FoldedValuesOptions {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Notifies operators; the same topic again only after the first notice was read. */
  readonly notify: (notice: SaidSentence & { readonly topic: 'values.folded' }) => Promise<unknown>;
}

/** @returns a function that counts, logs and notifies, by company, the values of a batch beyond the bound */
export function watchFoldedValues({ metrics, logger, notify }: FoldedValuesOptions) {
  const count = metrics.counter(
    'interlude_stitcher_values_folded_total',
    'Values beyond those that a company may add on a day: their events are counted as (other).',
  );
  return (folded: readonly FoldedTerms[]): void => {
    const tenants = Map.groupBy(folded, ({ tenant }) => tenant);
    for (const [tenant, groups] of tenants) {
      const values = groups.reduce((sum, { terms }) => sum + terms, 0);
      count.add({}, values);
      logger.warn({ tenant, values }, 'a company adds more values than reports keep apart');
      const said = say('valuesFolded', { company: tenant, values });
      notify({ topic: 'values.folded', ...said }).catch((error: unknown) =>
        logger.error({ error }, 'operators could not be notified of folded values'),
      );
    }
  };
}
