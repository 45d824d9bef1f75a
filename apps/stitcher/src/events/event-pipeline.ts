/** Spool, shipper and their alarms in one piece: what the role starts and stops. */
import { join } from 'node:path';
import type { Batch } from '@interlude/reporting';
import { type Clock, type Logger, makePrivateFolder, newId } from '@interlude/runtime';
import type { StitcherMetrics } from '../metrics.ts';
import { EventRecorder } from './event-recorder.ts';
import { type ShipperReport, SpoolShipper } from './spool-shipper.ts';
import { type SpoolLimits, type SpoolReport, SpoolWriter, spoolLimits } from './spool-writer.ts';

export interface EventPipelineOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  /** Adds the batch exactly once. */
  readonly applyBatch: (batch: Batch) => Promise<unknown>;
  readonly limits?: Partial<SpoolLimits> | undefined;
}

/** Losses come in bursts: each is counted, and logged in one line every few seconds. */
class Losses {
  readonly #byWhy = new Map<string, number>();

  add(why: string, events: number): void {
    this.#byWhy.set(why, (this.#byWhy.get(why) ?? 0) + events);
  }

  report(logger: Logger): void {
    for (const [why, events] of this.#byWhy) {
      logger.error({ events, why }, 'events were lost');
    }
    this.#byWhy.clear();
  }
}

function writerReport({ logger, metrics }: EventPipelineOptions, losses: Losses): SpoolReport {
  return {
    refused: (error) =>
      logger.error({ error }, 'the spool cannot be written: events wait in memory'),
    recovered: () => logger.info('the spool can be written again'),
    lost: (events, why) => {
      metrics.eventsLost.add({ why }, events);
      losses.add(why, events);
    },
    taken: (writer) =>
      logger.warn({ writer }, 'this process was silent, and another one has adopted its spool'),
  };
}

function shipperReport({ logger, metrics }: EventPipelineOptions): ShipperReport {
  return {
    shipped: (batch) => {
      metrics.batches.add();
      metrics.lateDropped.add({}, batch.lateDropped);
    },
    waiting: (error, segments, bytes) =>
      logger.error(
        { error, segments, bytes },
        'the database takes no events: they wait on the disk',
      ),
    resumed: () => logger.info('the database takes events again'),
    damaged: ({ writer, seq }, tornBytes, unreadableEvents) => {
      metrics.spoolDamaged.add();
      logger.warn({ writer, seq, tornBytes, unreadableEvents }, 'a spool segment is damaged');
    },
    recovering: (writer, segments) =>
      logger.info({ writer, segments }, 'shipping the events of a process that died'),
  };
}

export class EventPipeline {
  readonly recorder: EventRecorder;
  readonly #folder: string;
  readonly #writer: SpoolWriter;
  readonly #shipper: SpoolShipper;
  readonly #options: EventPipelineOptions;
  readonly #losses = new Losses();
  #alarmed = false;
  #isRecoveryFailing = false;

  constructor(options: EventPipelineOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, 'spool');
    const writer = new SpoolWriter({
      folder: this.#folder,
      writer: newId(),
      clock: options.clock,
      report: writerReport(options, this.#losses),
      onSegment: () => void this.#shipper.ship(),
      waitingBytes: () => this.#shipper.waitingBytes,
      limits: options.limits,
    });
    this.#writer = writer;
    this.#shipper = new SpoolShipper({
      folder: this.#folder,
      get writer() {
        return writer.writer;
      },
      apply: options.applyBatch,
      report: shipperReport(options),
    });
    this.recorder = new EventRecorder(this.#writer, options.clock);
  }

  /** Takes events at once; what dead processes left is shipped behind. */
  async start(): Promise<void> {
    await makePrivateFolder(this.#folder).catch(() => undefined);
    await this.#writer.start();
    this.recover();
  }

  /** Ships what dead processes left; called again and again, as some are known to be dead only after a while. */
  recover(): void {
    this.#shipper.recover().then(
      () => {
        this.#isRecoveryFailing = false;
      },
      (error: unknown) => {
        if (!this.#isRecoveryFailing) {
          this.#options.logger.error({ error }, 'the spool of dead processes cannot be read');
        }
        this.#isRecoveryFailing = true;
      },
    );
  }

  /** Sets the gauges; alarms once when half of the spool's room is taken. */
  observe(): void {
    const { metrics, logger } = this.#options;
    this.#losses.report(logger);
    const bytes = this.#shipper.waitingBytes;
    metrics.spoolBytes.set(bytes);
    metrics.eventsUnwritten.set(this.#writer.unwritten);
    const limitBytes = this.#options.limits?.totalBytes ?? spoolLimits.totalBytes;
    const isHalfFull = bytes > limitBytes / 2;
    if (isHalfFull && !this.#alarmed) {
      logger.error({ bytes, limitBytes }, 'the spool is half full');
    }
    this.#alarmed = isHalfFull;
  }

  /** A sentence when events are at risk. */
  get problem(): string | undefined {
    const waiting = this.#writer.unwritten;
    return waiting > 0
      ? `the spool cannot be written; ${waiting} events wait in memory`
      : undefined;
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
    await this.#shipper.stop();
    await this.#writer.leave();
    this.#losses.report(this.#options.logger);
  }
}
