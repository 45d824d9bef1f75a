/** Metrics and log lines of the monitor. */
import { findingOwners, findingSeverities, type SpliceSkip } from '@interlude/contract';
import type { Logger, Metrics } from '@interlude/runtime';
import type { ChannelWatcher } from './watcher/channel-watcher.ts';

export interface MonitorEvents {
  watching(channels: number): void;
  /** Called after a flush, written or not. */
  flushed(watcher: ChannelWatcher): void;
  ended(watcher: ChannelWatcher): void;
  taskFailed(task: string, error: unknown): void;
  /** A splice was decoded, or left out for this reason; `cpuMs` of the decoder. */
  spliced(outcome: SpliceSkip | 'read', cpuMs: number): void;
}

const states = ['healthy', 'degraded', 'ill'] as const;

export function createMonitorEvents(logger: Logger, metrics: Metrics): MonitorEvents {
  const watched = metrics.gauge('interlude_monitor_channels', 'Channels that this monitor watches');
  const health = metrics.gauge(
    'interlude_channel_health',
    'Health of a channel that this monitor watches: 0 healthy, 1 degraded, 2 ill',
    ['channel'],
  );
  const open = metrics.gauge(
    'interlude_channel_findings_open',
    'Open findings of a channel that this monitor watches, by who can mend them',
    ['channel', 'owner', 'severity'],
  );
  const lost = metrics.counter(
    'interlude_monitor_lost_total',
    'Entries and manifests that could not be kept while the database was away',
  );
  const splices = metrics.counter(
    'interlude_monitor_splices_total',
    'Splices that were decoded (read), or why they were not',
    ['outcome'],
  );
  const decoding = metrics.counter(
    'interlude_monitor_splice_cpu_seconds_total',
    'Processor time that decoding splices took',
  );
  const failures = metrics.counter('interlude_monitor_failures_total', 'Failed runs', ['task']);
  return {
    watching: (channels) => watched.set(channels),
    flushed(watcher) {
      const { channel, report } = watcher;
      const entries = watcher.takeLost();
      if (entries > 0) {
        lost.add({}, entries);
        logger.warn({ channelId: channel.id, entries }, 'the record of a channel lost entries');
      }
      health.set(states.indexOf(report.health.state), { channel: channel.id });
      const counts = new Map<string, number>();
      for (const { owner, severity } of report.open)
        counts.set(`${owner} ${severity}`, (counts.get(`${owner} ${severity}`) ?? 0) + 1);
      for (const owner of findingOwners)
        for (const severity of findingSeverities)
          open.set(counts.get(`${owner} ${severity}`) ?? 0, {
            ...{ channel: channel.id, owner, severity },
          });
    },
    ended({ channel }) {
      health.remove({ channel: channel.id });
      for (const owner of findingOwners)
        for (const severity of findingSeverities)
          open.remove({ channel: channel.id, owner, severity });
    },
    spliced(outcome, cpuMs) {
      splices.add({ outcome });
      if (cpuMs > 0) decoding.add({}, cpuMs / 1000);
    },
    taskFailed: (task, error) => {
      failures.add({ task });
      logger.error({ task, err: error }, 'the monitor could not finish a run');
    },
  };
}
