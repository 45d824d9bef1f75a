/** What companies are granted of EGRESS_ALLOW, as the database says, for as long as this process runs. */
import {
  createEgressGrantStore,
  type Database,
  egressGrantsKind,
  watchChanges,
} from '@interlude/persistence';
import type { Egress, Logger } from '@interlude/runtime';

export interface EgressGrantsOptions {
  readonly database: Database;
  readonly egress: Pick<Egress, 'setGrants'>;
  readonly logger: Logger;
}

/**
 * Resolves when the grants hold; a change holds as soon as it is announced. While the database is away the last ones stay.
 * @returns a function that ends it
 */
export async function followEgressGrants(options: EgressGrantsOptions): Promise<() => void> {
  const { database, egress, logger } = options;
  const store = createEgressGrantStore(database);
  const read = async (): Promise<void> => {
    const grants = await store.list();
    egress.setGrants(new Map(grants.map(({ tenantId, entries }) => [tenantId, entries])));
  };
  /** One after the other: the last one read is the newest. */
  let reading = Promise.resolve();
  const readAgain = (): void => {
    reading = reading
      .then(read)
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the egress grants cannot be read: the last ones stay'),
      );
  };
  const unwatch = await watchChanges(
    database,
    ({ kind }) => {
      if (kind === egressGrantsKind) readAgain();
    },
    readAgain,
  );
  await read();
  return unwatch;
}
