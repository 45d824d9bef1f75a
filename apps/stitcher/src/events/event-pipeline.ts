/** Spool, shipper, archive intake and their alarms, which the role starts and stops together. */
import { join } from 'node:path';
import { type ArchiveStorage, openArchiveStorage } from '@interlude/event-archive';
import type { Batch } from '@interlude/reporting';
import {
  type ArchivePlace,
  type Clock,
  type Logger,
  makePrivateFolder,
  newId,
  type RepeatedTask,
  repeat,
} from '@interlude/runtime';
import type { StitcherMetrics } from '../metrics.ts';
import { EventIntake, startSending } from './event-intake.ts';
import { EventNotices, type NotifyOperators, replayCommand } from './event-notices.ts';
import { EventRecorder } from './event-recorder.ts';
import { forgetCompanies } from './forget-companies.ts';
import { SetAside } from './set-aside.ts';
import { type ShipperReport, SpoolShipper } from './spool-shipper.ts';
import { type SpoolLimits, type SpoolReport, SpoolWriter, spoolLimits } from './spool-writer.ts';

/** Pause between searches for events of erased companies; such events are not counted from the erasure on. */
const forgetEveryMs = 600_000;

export interface EventPipelineOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: StitcherMetrics;
  /**
   * Adds the batch exactly once; false when it had been added before.
   * @throws {BatchRefused} it can never be added; with any other error it waits
   */
  readonly applyBatch: (batch: Batch) => Promise<unknown>;
  /**
   * Resolves with whether `applyBatch` would add the batch; adds nothing. Left out: a refused batch is set aside as a
   * whole.
   */
  readonly fitsBatch?: ((batch: Batch) => Promise<boolean>) | undefined;
  /** Where counted events are archived; left out: nowhere. */
  readonly eventArchive?: ArchivePlace | undefined;
  /** Ids of erased companies, whose events are taken out of files that wait; left out: none. */
  readonly readErased?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Left out: nobody is notified. */
  readonly notifyOperators?: NotifyOperators | undefined;
  readonly limits?: Partial<SpoolLimits> | undefined;
}

function writerReport(
  { logger, metrics }: EventPipelineOptions,
  notices: EventNotices,
): SpoolReport {
  return {
    refused: (error) =>
      logger.error({ error }, 'the spool cannot be written: events wait in memory'),
    recovered: () => logger.info('the spool can be written again'),
    lost: (events, why) => {
      metrics.eventsLost.add({ why }, events);
      notices.addLost(events, why);
    },
    taken: (writer) =>
      logger.warn({ writer }, 'this process was silent, and another one has adopted its spool'),
  };
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function shipperReport(
  { logger, metrics }: EventPipelineOptions,
  notices: EventNotices,
): ShipperReport {
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
    unreadable: ({ path }, error) =>
      logger.error({ path, error }, 'a spool segment cannot be read or removed: it stays'),
    setAside: ({ writer, seq }, events, error) => {
      const reason = sentenceOf(error);
      metrics.eventsSetAside.add({}, events);
      notices.addSetAside(events, reason);
      logger.error({ writer, seq, events, reason }, 'events cannot be counted and are set aside');
    },
    lost: (events, why) => {
      metrics.eventsLost.add({ why }, events);
      notices.addLost(events, why);
    },
    notArchived: (_, events) => {
      metrics.eventsNotArchived.add({}, events);
      notices.addUnarchived(events);
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
  readonly #aside: SetAside;
  readonly #intake: EventIntake | undefined;
  /** Upload to a remote archive. */
  #sending: { readonly archive: ArchiveStorage; readonly task: RepeatedTask } | undefined;
  #forgetting: RepeatedTask | undefined;
  readonly #options: EventPipelineOptions;
  readonly #notices: EventNotices;
  #alarmed = false;
  #isRecoveryFailing = false;

  constructor(options: EventPipelineOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, 'spool');
    this.#aside = new SetAside(options.dataFolder);
    this.#notices = new EventNotices(options.logger, options.notifyOperators);
    this.#intake = options.eventArchive === undefined ? undefined : new EventIntake(options);
    const writer = new SpoolWriter({
      folder: this.#folder,
      writer: newId(),
      clock: options.clock,
      report: writerReport(options, this.#notices),
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
      fits: options.fitsBatch,
      aside: this.#aside,
      intake: this.#intake,
      report: shipperReport(options, this.#notices),
    });
    this.recorder = new EventRecorder(this.#writer, options.clock);
  }

  /** Takes events at once; those that dead processes left are shipped in the background. */
  async start(): Promise<void> {
    await makePrivateFolder(this.#folder).catch(() => undefined);
    await this.#writer.start();
    await this.#aside.look();
    this.recover();
    this.#startSending();
    this.#startForgetting();
  }

  #startForgetting(): void {
    const { readErased, dataFolder, logger } = this.#options;
    if (readErased === undefined) return;
    this.#forgetting = repeat({
      everyMs: forgetEveryMs,
      run: async () => {
        const events = await forgetCompanies(dataFolder, await readErased());
        if (events > 0) logger.info({ events }, 'events of erased companies removed');
      },
      failed: (error) =>
        logger.warn({ error }, 'events of erased companies cannot be looked for now'),
    });
  }

  #startSending(): void {
    const { eventArchive, dataFolder, logger } = this.#options;
    if (eventArchive === undefined || eventArchive.type === 'local' || !this.#intake) return;
    const archive = openArchiveStorage(eventArchive, dataFolder);
    const task = startSending(this.#intake.folder, archive.storage, (error) =>
      logger.error({ error }, 'the archive of events takes nothing: they wait on the disk'),
    );
    this.#sending = { archive, task };
  }

  /** Ships events that dead processes left; called again and again, as some are known to be dead only after a while. */
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

  get #limitBytes(): number {
    return this.#options.limits?.totalBytes ?? spoolLimits.totalBytes;
  }

  /** Sets the gauges, notifies, and alarms once when half of the spool's room is taken. */
  observe(): void {
    const { metrics, logger } = this.#options;
    this.#notices.report();
    void this.#notices.notify();
    // The replay command may have counted events that were set aside.
    void this.#aside.look().then(() => metrics.eventsAside.set(this.#aside.events));
    const bytes = this.#shipper.waitingBytes;
    metrics.spoolBytes.set(bytes);
    metrics.eventsUnwritten.set(this.#writer.unwritten);
    const isHalfFull = bytes > this.#limitBytes / 2;
    if (isHalfFull && !this.#alarmed) {
      logger.error({ bytes, limitBytes: this.#limitBytes }, 'the spool is half full');
    }
    this.#alarmed = isHalfFull;
  }

  /** Sentences when events are at risk, set aside or lost. */
  get problem(): string | undefined {
    const unwritten = this.#writer.unwritten;
    const bytes = this.#shipper.waitingBytes;
    const aside = this.#aside.events;
    const { lost } = this.#notices;
    const { unreadable } = this.#shipper;
    const problems = [
      unwritten > 0 && `the spool cannot be written; ${unwritten} events wait in memory`,
      bytes > this.#limitBytes / 2 &&
        `${bytes} of ${this.#limitBytes} bytes of the spool wait for the database; events beyond are lost`,
      aside > 0 && `${aside} events are set aside; update Interlude, then run: ${replayCommand}`,
      unreadable > 0 && `${unreadable} files of the spool cannot be read or removed`,
      lost > 0 && `${lost} events were lost since the start`,
    ].filter((problem) => problem !== false);
    return problems.length > 0 ? problems.join('; ') : undefined;
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
    await this.#shipper.stop();
    await this.#writer.leave();
    await this.#forgetting?.stop();
    await this.#sending?.task.stop();
    await this.#sending?.archive.close();
    this.#notices.report();
    await this.#notices.notify();
  }
}
