/**
 * The role `monitor`: watches the live channels of all companies. Any number of monitors may run: a lease in the
 * database gives each channel to one of them, and to another one within 10 s when the holder no longer renews it (ADR
 * 0036).
 */
import {
  createBreakRecordStore,
  createChannelStore,
  createMonitoringWriter,
  createMonitorLeaseStore,
  createScheduledBreakStore,
  type Database,
  runExclusively,
  watchChanges,
} from '@interlude/persistence';
import {
  type Clock,
  type Config,
  createHealth,
  type Logger,
  type Metrics,
  newId,
  type RepeatedTask,
  type Role,
  repeat,
  SourceBudgets,
  startHealthServer,
  type TenantEgresses,
} from '@interlude/runtime';
import { WatchedChannels } from './leases/watched-channels.ts';
import { createMonitorEvents } from './monitor-events.ts';
import { monitorLimits, monitorPace } from './monitor-limits.ts';
import { createRequestSlots } from './request-slots.ts';
import { spliceReaderFinder } from './splices/splice-reader.ts';
import { SpliceTurns } from './splices/splice-turns.ts';
import type { SpliceParts } from './splices/watch-splices.ts';
import { ChannelWatcher } from './watcher/channel-watcher.ts';
import { flushWatchers } from './writing/flush-watchers.ts';

export interface MonitorDeps {
  readonly config: Pick<
    Config,
    'publicUrl' | 'stitcherPublicUrl' | 'stitcherUrl' | 'monitorPort' | 'host'
  > &
    Partial<Pick<Config, 'mediaRunAs'>>;
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

interface Running {
  stop(): Promise<void>;
}

/** Only with MONITOR_PORT. */
async function startHealth({ config, database, metrics, logger }: MonitorDeps): Promise<Running[]> {
  const { monitorPort: port, host } = config;
  if (port === undefined) return [];
  const health = createHealth({ role: 'monitor', metrics });
  health.addCheck('database', async () => {
    await database.check();
    return undefined;
  });
  const server = await startHealthServer(health, { port, host, variable: 'MONITOR_PORT' });
  logger.info({ port: server.port }, 'the monitor answers health checks');
  return [server];
}

async function startWatching(deps: MonitorDeps): Promise<Running> {
  const { database, config, egress, clock, logger, metrics } = deps;
  const monitor = newId(clock.now());
  const events = createMonitorEvents(logger, metrics);
  const writer = createMonitoringWriter(database);
  const records = createBreakRecordStore(database);
  const schedules = createScheduledBreakStore(database);
  const slots = createRequestSlots();
  const budgets = new SourceBudgets();
  const splices: SpliceParts = {
    findReader: spliceReaderFinder({ runAs: config.mediaRunAs, logger }, () => clock.now()),
    turns: new SpliceTurns(),
    done: events.spliced,
  };
  const watched = new WatchedChannels({
    ...{ monitor, logger, onEnd: events.ended },
    leases: createMonitorLeaseStore(database),
    channels: createChannelStore(database),
    watch: (channel) =>
      new ChannelWatcher({
        ...{ channel, egress, clock, logger, writer, records, schedules, budgets, ...config },
        splices,
        secretKey: database.secretKey,
        slots: slots.of(channel.tenantId),
      }),
  });
  const every = (task: string, everyMs: number, run: () => Promise<void>): RepeatedTask =>
    repeat({ everyMs, run, failed: (error) => events.taskFailed(task, error) });
  const tasks = [
    every('leases', monitorPace.leaseMs, async () => {
      await watched.renew();
      events.watching(watched.watchers.length);
    }),
    every('flush', monitorPace.flushMs, () =>
      flushWatchers({ writer, monitor, events }, watched.watchers),
    ),
    every('purge', monitorPace.purgeMs, async () => {
      await runExclusively(database, 'purge monitoring', () =>
        writer.purge(monitorLimits.keptBytes),
      );
    }),
  ];
  const unwatch = await watchChanges(
    database,
    ({ kind, id }) => {
      if (kind === 'channels') watched.changed(id);
    },
    () => watched.changed(),
  );
  return {
    async stop() {
      unwatch();
      await Promise.all(tasks.map((task) => task.stop()));
      await flushWatchers({ writer, monitor, events }, watched.watchers).catch((error: unknown) =>
        events.taskFailed('flush', error),
      );
      await watched.stop();
    },
  };
}

/** The role `monitor`. */
export function createMonitor(deps: MonitorDeps): Role {
  let running: Running[] = [];
  return {
    name: 'monitor',
    async start() {
      running = await startHealth(deps);
      running.push(await startWatching(deps));
    },
    async stop() {
      const ending = running;
      running = [];
      await Promise.all(ending.map((task) => task.stop()));
    },
  };
}
