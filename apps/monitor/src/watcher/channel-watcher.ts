/** Watches one channel: source and output side by side, until it is stopped. */
import { channelMode } from '@interlude/contract';
import type {
  BreakRecordStore,
  ChannelFlush,
  MonitoringWriter,
  ScheduledBreakStore,
  StoredChannel,
} from '@interlude/persistence';
import {
  type Clock,
  type Egress,
  type Logger,
  type SecretKey,
  type SourceBudgets,
  sourceFetcher,
  sourceUrl,
  type TenantEgresses,
} from '@interlude/runtime';
import { monitorLimits, monitorPace } from '../monitor-limits.ts';
import { mediaLoader } from '../splices/load-media.ts';
import { type SpliceParts, SpliceWatch } from '../splices/watch-splices.ts';
import { ChannelReport } from './channel-report.ts';
import { type Pending, PendingFlush } from './pending-flush.ts';
import { manifestReader } from './read-manifest.ts';
import { segmentReader } from './read-segment.ts';
import { realWait, type Wait } from './wait.ts';
import { watchOutcomes } from './watch-outcomes.ts';
import { OutputLane } from './watch-output.ts';
import { SourceLane } from './watch-source.ts';
import { watchStream } from './watch-stream.ts';

export interface ChannelWatcherOptions {
  readonly channel: StoredChannel;
  readonly publicUrl: string;
  readonly stitcherPublicUrl: string;
  /** Address of the stitchers without the CDN; undefined = the two are not compared. */
  readonly stitcherUrl?: string | undefined;
  readonly secretKey: SecretKey;
  readonly egress: TenantEgresses<'request'>;
  readonly clock: Clock;
  /** Left out: real time. */
  readonly wait?: Wait;
  /** Ms of the processor's time, from any beginning; left out: as measured. */
  readonly processorMs?: () => number;
  readonly logger: Logger;
  readonly writer: Pick<MonitoringWriter, 'openFindings'>;
  readonly records: Pick<BreakRecordStore, 'list'>;
  readonly schedules: Pick<ScheduledBreakStore, 'list'>;
  /** Runs a request of this company when it is its turn. */
  readonly slots: <T>(work: () => Promise<T>) => Promise<T>;
  /** Budgets of this process for memory and processor time. */
  readonly budgets: SourceBudgets;
  /** Decoder and turns of this process; left out = no splice is decoded. */
  readonly splices?: SpliceParts | undefined;
}

/** A flush, with what to call when it could not be written. */
export interface TakenFlush {
  readonly flush: ChannelFlush;
  giveBack(): void;
  /** Counts as lost what can never be written. */
  lose(): void;
}

export class ChannelWatcher {
  readonly channel: StoredChannel;
  readonly report: ChannelReport;
  readonly #pending = new PendingFlush();
  readonly #options: ChannelWatcherOptions;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: ChannelWatcherOptions) {
    const { channel, publicUrl, clock, logger } = options;
    this.#options = options;
    this.channel = channel;
    const { id, name } = channel;
    this.report = new ChannelReport(
      { id, name },
      { publicUrl, pending: this.#pending, nowMs: clock.now() },
    );
    this.#running = this.#run().catch((error: unknown) => {
      logger.error({ err: error, channelId: id }, 'a channel is no longer watched');
    });
  }

  async #run(): Promise<void> {
    const {
      channel,
      egress,
      clock,
      slots,
      writer,
      stitcherPublicUrl,
      stitcherUrl,
      secretKey,
      logger,
      budgets,
    } = this.#options;
    const { wait = realWait, processorMs = () => performance.now() } = this.#options;
    if (channelMode(channel.type) !== 'live') return;
    const { signal } = this.#ending;
    const open = await writer.openFindings(channel.tenantId, channel.id).catch((error: unknown) => {
      logger.warn({ err: error, channelId: channel.id }, 'open findings cannot be read');
      return [];
    });
    this.report.resume(open);
    const tenant = egress.forTenant(channel.tenantId);
    const about = { report: this.report, pending: this.#pending };
    const onError = (error: unknown) =>
      logger.error({ err: error, channelId: channel.id }, 'a manifest could not be judged');
    const source = new SourceLane(about);
    const owner = { tenantId: channel.tenantId, tier: monitorLimits.tier };
    const times = { clock, wait, processorMs };
    const splices = this.#watchSplices(tenant, onError);
    const output = new OutputLane({
      ...{
        ...about,
        ...times,
        channel,
        stitcherPublicUrl,
        stitcherUrl,
        secretKey,
        signal,
        onError,
      },
      openBudget: () => budgets.open(owner),
      reader: (budget) => manifestReader({ egress: tenant, slots, budget, clock }),
      readSegment: segmentReader(tenant, slots, clock),
      sourceEdge: () => source.edge,
      sourceBreaks: () => source.breaks,
      onReading: splices && ((seen, look) => splices.take(seen, look)),
    });
    const budget = budgets.open(owner);
    const fetcher = sourceFetcher(tenant, channel);
    const watchSource = watchStream(
      {
        plan: () => ({ url: sourceUrl(channel), isInTurn: 'others' }),
        read: manifestReader({ egress: fetcher, slots, budget, clock }),
        ...{ ...times, budget, onError },
        onLook: (look) => look.inTurn(() => source.look(look)),
        reopenMs: monitorPace.reopenSourceMs,
      },
      signal,
    );
    const { records, schedules } = this.#options;
    const outcomes = {
      ...{ channel, records, schedules, report: this.report, clock, wait, logger },
      listed: () => output.listed,
    };
    await Promise.all([watchSource, output.run(), watchOutcomes(outcomes, signal)]);
    await splices?.settled();
  }

  /** The watch of splices; undefined where the channel has it turned off. */
  #watchSplices(
    tenant: Pick<Egress, 'request'>,
    onError: (error: unknown) => void,
  ): SpliceWatch | undefined {
    const { splices, channel, slots, budgets, clock } = this.#options;
    if (splices === undefined || !channel.decodeSplices) return undefined;
    const { signal } = this.#ending;
    const { tenantId } = channel;
    const budget = budgets.open({ tenantId, tier: monitorLimits.tier });
    signal.addEventListener('abort', () => budget.memory.close(), { once: true });
    return new SpliceWatch({
      ...{ ...splices, tenantId, clock, signal, onError, report: this.report },
      read: manifestReader({ egress: tenant, slots, budget, clock }),
      load: mediaLoader(tenant, slots),
      keep: (splice) => this.#pending.addSplices([splice]),
    });
  }

  /** Everything since the last call. */
  take(): TakenFlush {
    this.report.tick(this.#options.clock.now());
    const { tenantId, id: channelId } = this.channel;
    const pending: Pending = this.#pending.take();
    return {
      flush: { tenantId, channelId, ...pending, health: this.report.health },
      giveBack: () => this.#pending.giveBack(pending),
      lose: () => this.#pending.lose(pending),
    };
  }

  /** Entries and manifests that were lost, because too many waited while the database was away. */
  takeLost(): number {
    return this.#pending.takeLost();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
