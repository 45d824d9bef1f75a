/** All sources that are being read, by protocol. */
import type { ScheduledBreak } from '@interlude/contract';
import {
  type Clock,
  type Logger,
  type SourceBudgets,
  sourceFetcher,
  type TenantEgresses,
} from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { CommonReadings } from './common-readings.ts';
import { DashSource } from './dash/dash-source.ts';
import type { MpdPace } from './dash-pace.ts';
import { HlsSource } from './hls/hls-source.ts';
import type { PollPace } from './poll-pace.ts';
import type { PolledSource, SourceOptions } from './polled-source.ts';
import { SourcePool } from './source-pool.ts';
import type { SourceRefusals } from './source-refusals.ts';
import type { StoredSource } from './stored-source.ts';

export interface SourcesOptions {
  readonly egress: TenantEgresses<'request'>;
  readonly budgets: SourceBudgets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  readonly refusals: SourceRefusals;
  readonly pace: PollPace;
  readonly mpdPace: MpdPace;
  /** Breaks of a channel that a scheduler has declared so far. */
  readonly findScheduled: (channelId: string) => readonly ScheduledBreak[];
  /** See `SourceOptions`. */
  readonly findStored: (channel: ChannelEntry) => Promise<StoredSource | undefined>;
  /** Likewise. */
  readonly commonOf: (channel: ChannelEntry) => CommonReadings | undefined;
  /** After a poll of an open source that brought something new. */
  readonly onChange: (source: PolledSource) => void;
}

export class Sources {
  readonly hls: SourcePool<HlsSource>;
  readonly dash: SourcePool<DashSource>;
  readonly #metrics: StitcherMetrics;

  constructor(options: SourcesOptions) {
    const { egress, budgets, clock, logger, metrics, refusals, pace, mpdPace } = options;
    const { onChange, findScheduled, findStored, commonOf } = options;
    this.#metrics = metrics;
    const pool = <Pace, Source extends PolledSource>(
      Kind: new (options: SourceOptions<Pace>) => Source,
      paceOfKind: Pace,
    ) =>
      new SourcePool({
        clock,
        logger,
        metrics,
        refusals,
        create: (channel, report) =>
          new Kind({
            channel,
            egress: sourceFetcher(egress.forTenant(channel.tenantId), channel.settings),
            budget: budgets.open(channel),
            clock,
            report,
            pace: paceOfKind,
            scheduledBreaks: () => findScheduled(channel.id),
            findStored: () => findStored(channel),
            common: commonOf(channel),
            // The next request opens the source anew, with the readings of the other stitchers.
            onDiverged: () => this.drop(channel.id),
            onChange,
          }),
      });
    this.hls = pool(HlsSource, pace);
    this.dash = pool(DashSource, mpdPace);
  }

  get #pools(): readonly SourcePool<PolledSource>[] {
    return [this.hls, this.dash];
  }

  get all(): readonly PolledSource[] {
    return this.#pools.flatMap(({ sources }) => sources);
  }

  find(channelId: string): PolledSource | undefined {
    return this.hls.find(channelId) ?? this.dash.find(channelId);
  }

  drop(channelId: string): void {
    for (const pool of this.#pools) {
      pool.drop(channelId);
    }
  }

  /** Stops sources of channels that have had no viewers for a while, and sets the gauges. */
  sweep(isWatched: (channelId: string) => boolean): void {
    let sources = 0;
    let failing = 0;
    for (const pool of this.#pools) {
      const swept = pool.sweep(isWatched);
      sources += swept.sources;
      failing += swept.failing;
    }
    this.#metrics.sources.set(sources);
    this.#metrics.sourcesFailing.set(failing);
  }

  stop(): void {
    for (const pool of this.#pools) {
      pool.stop();
    }
  }
}
