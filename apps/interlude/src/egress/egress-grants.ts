/** Keeps the egress grants of companies as they are in the database, for as long as this process runs. */
import {
  createEgressGrantStore,
  type Database,
  type EgressGrantStore,
  egressGrantsKind,
  watchChanges,
} from '@interlude/persistence';
import type { Egress, Logger } from '@interlude/runtime';

/** After grants could not be read, milliseconds: one that was taken back must not stay for long. */
const readAgainMs = 5_000;

export interface EgressGrantsOptions {
  readonly egress: Pick<Egress, 'setGrants'>;
  readonly logger: Logger;
}

export interface FollowedGrants extends EgressGrantsOptions {
  readonly list: EgressGrantStore['list'];
  /** Calls for each change, and where changes may have been missed. @returns ends it */
  readonly watch: (onChange: () => void) => Promise<() => void>;
}

/**
 * Resolves when the grants hold; a change holds as soon as it is announced. While they cannot be read the last ones stay,
 * and they are read again every 5 s.
 * @returns a function that ends it
 */
export async function followGrants(options: FollowedGrants): Promise<() => void> {
  const { list, watch, egress, logger } = options;
  let again: NodeJS.Timeout | undefined;
  let isOver = false;
  const read = async (): Promise<void> => {
    const grants = await list();
    egress.setGrants(new Map(grants.map(({ tenantId, entries }) => [tenantId, entries])));
  };
  /** One after the other: the last one read is the newest. */
  let reading = Promise.resolve();
  const readAgain = (): void => {
    clearTimeout(again);
    reading = reading.then(read).catch((error: unknown) => {
      logger.error({ err: error }, 'the egress grants cannot be read: the last ones stay');
      clearTimeout(again);
      if (!isOver) again = setTimeout(readAgain, readAgainMs).unref();
    });
  };
  const unwatch = await watch(readAgain);
  const end = (): void => {
    isOver = true;
    clearTimeout(again);
    unwatch();
  };
  const started = reading.then(read);
  reading = started.catch(() => undefined);
  try {
    await started;
  } catch (error) {
    end();
    throw error;
  }
  return end;
}

/** The same for the grants of a database. */
export function followEgressGrants(
  database: Database,
  options: EgressGrantsOptions,
): Promise<() => void> {
  const store = createEgressGrantStore(database);
  return followGrants({
    ...options,
    list: store.list,
    watch: (onChange) =>
      watchChanges(
        database,
        ({ kind }) => {
          if (kind === egressGrantsKind) onChange();
        },
        onChange,
      ),
  });
}
