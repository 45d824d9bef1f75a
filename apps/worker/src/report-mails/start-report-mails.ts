/** Makes the scheduled mails of reports that are due, one after another, companies by turns. */
import {
  createReportMailQueue,
  createReportSettingsStore,
  createReportStore,
  createSystemStore,
  type Database,
  type ReportMailQueue,
  type ReportMailRun,
  type ReportMailWork,
} from '@interlude/persistence';
import { type Config, repeat } from '@interlude/runtime';
import { drawPictures } from './draw-pictures.ts';
import { type MakeMailsParts, makeMails } from './make-mails.ts';

/** The database notifies of mails that are to be sent at once; the interval is for those that are due. */
const everyMs = 15_000;
/** A run of a worker that died is taken by another one after this time: longer than all cards and their pictures. */
const leaseMs = 300_000;
/** Of a run: a fault of it does not come back for ever. */
const mostAttempts = 3;

const givenUp: ReportMailRun = {
  ...{ mails: [], pictures: new Map(), outcome: 'failed' },
  problem: 'The mail could not be made. It is tried again at its next time.',
};

export interface ReportMailsOptions {
  readonly config: Pick<Config, 'publicUrl' | 'productName'> &
    Partial<Pick<Config, 'geoAttribution'>>;
  readonly database: Database;
  readonly failed: (error: unknown) => void;
}

async function runOne(
  queue: ReportMailQueue,
  parts: MakeMailsParts,
  work: ReportMailWork,
): Promise<void> {
  if (work.attempt > mostAttempts) {
    await queue.end(work, givenUp);
    return;
  }
  const { readers, owner } = await queue.readers(work);
  // A run that took longer than the lease is ended, and sent, by the worker that has taken it over.
  await queue.end(work, await makeMails(parts, work, readers, owner));
}

export interface ReportMailer {
  /** Makes all mails that are due or were requested; resolves when none is left, or soon after `stop`. */
  makeDue(): Promise<void>;
  /** The current mail is finished, no other is begun. */
  stop(): void;
}

export function createReportMailer(options: ReportMailsOptions): ReportMailer {
  const { config, database, failed } = options;
  const queue = createReportMailQueue(database);
  const parts: MakeMailsParts = {
    reports: createReportStore(database),
    settings: createReportSettingsStore(database),
    systems: createSystemStore(database),
    now: () => database.clock.now(),
    attribution: config.geoAttribution ?? '',
    ...{ publicUrl: config.publicUrl, productName: config.productName, failed },
    secretKey: database.secretKey,
    draw: (cards) => drawPictures(cards, { failed }),
  };
  let servedTenant = '';
  let stopped = false;
  return {
    async makeDue() {
      await queue.rezone();
      while (!stopped) {
        const work = await queue.take(leaseMs, servedTenant);
        if (work === undefined) return;
        servedTenant = work.tenantId;
        // One company's fault stops no other; its run is taken again when the lease has ended.
        await runOne(queue, parts, work).catch(failed);
      }
    },
    stop() {
      stopped = true;
    },
  };
}

/** Any number of workers may. */
export async function startReportMails(
  options: ReportMailsOptions,
): Promise<{ stop(): Promise<void> }> {
  const mailer = createReportMailer(options);
  const task = repeat({ everyMs, run: () => mailer.makeDue(), failed: options.failed });
  const unwatch = await createReportMailQueue(options.database).watch(() => task.wake());
  return {
    async stop() {
      unwatch();
      mailer.stop();
      await task.stop();
    },
  };
}
