/** The data plane: the role that answers players. */
import { createRollupStore, type Database } from '@interlude/persistence';
import type { Clock, Config, Egress, Logger, Metrics } from '@interlude/runtime';
import { createStitcherApp, type Stitcher } from './app.ts';
import { createDatabaseFeed } from './channels/database-feed.ts';
import type { PollPace } from './origin/poll-pace.ts';

export interface StitcherDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly database: Database;
  /** How often sources are read; the natural pace unless said. */
  readonly pace?: PollPace;
}

/** The role for the launcher. It serves without the database once the channels were read. */
export function createStitcher(deps: StitcherDeps): Stitcher {
  const { database, ...rest } = deps;
  const rollups = createRollupStore(database);
  return createStitcherApp({
    ...rest,
    secretKey: database.secretKey,
    feed: createDatabaseFeed(database),
    applyBatch: (batch) => rollups.apply(batch),
  });
}

export type { Stitcher } from './app.ts';
