/** `npm run events` without its process. */
import { DomainError } from '@interlude/contract/errors';
import {
  type ArchiveStorage,
  openArchiveStorage,
  openLocalFiles,
  queryEvents,
} from '@interlude/event-archive';
import { createEventFileStore, createTenantStore, type Database } from '@interlude/persistence';
import { type Installation, withInstallation } from '../open-installation.ts';
import { ArgumentError, type EventsArguments, parseEventsArguments, usage } from './arguments.ts';
import { printRows } from './print-rows.ts';
import { type RebuiltCompanyDay, rebuildCompany } from './rebuild-company.ts';

export interface CommandIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
}

async function companyOf(database: Database, name: string | undefined) {
  if (name === undefined) return undefined;
  const found = await createTenantStore(database).find(name);
  if (found === undefined) throw new ArgumentError(`There is no company "${name}".`);
  return found.id;
}

async function answer(
  database: Database,
  archive: ArchiveStorage,
  wanted: EventsArguments,
  io: CommandIo,
): Promise<void> {
  const { fromDay, toDay, rows, seconds, memoryMb, format } = wanted;
  const tenantId = await companyOf(database, wanted.company);
  const found = await createEventFileStore(database).current({ tenantId, fromDay, toDay });
  const files = await openLocalFiles(archive, found);
  try {
    const limits = { rows, seconds, memoryMb, threads: 2 };
    const result = await queryEvents(files, wanted.question, limits);
    io.print(printRows(result, format));
    if (result.isCut) io.say(`There are more rows: --rows prints more than ${rows}.\n`);
  } finally {
    await files.remove();
  }
}

async function listFiles(database: Database, wanted: EventsArguments, io: CommandIo) {
  const { fromDay, toDay, format } = wanted;
  const tenantId = await companyOf(database, wanted.company);
  const files = await createEventFileStore(database).current({ tenantId, fromDay, toDay });
  const days = Map.groupBy(files, (file) => `${file.tenantId} ${file.day}`);
  const rows = [...days.values()].map((ofDay) => [
    ofDay[0]?.tenantId ?? '',
    new Date((ofDay[0]?.day ?? 0) * 86_400_000).toISOString().slice(0, 10),
    ofDay.length,
    ofDay.reduce((sum, file) => sum + file.rows, 0),
    ofDay.reduce((sum, file) => sum + file.bytes, 0),
  ]);
  const columns = ['company', 'day', 'files', 'events', 'bytes'];
  io.print(printRows({ columns, rows, isCut: false }, format));
}

/** The outcome of rebuilding a day, as a sentence. */
export function describeDay({ date, events, outcome }: RebuiltCompanyDay): string {
  if (outcome.kind === 'unarchived') {
    return `${date}: ${outcome.batches} counted batches of this time are not archived; not counted again. Try again in ten minutes. When it stays, they were counted while EVENT_ARCHIVE was off.\n`;
  }
  const verdict = {
    compared: outcome.isEqual ? 'equal' : 'different (nothing is written without --write)',
    written: outcome.isEqual ? 'equal' : 'replaced',
    'would-lose': 'NOT replaced: a figure would become smaller (--may-lose replaces it)',
  }[outcome.kind];
  const different = outcome.figures.filter(({ before, after }) => before !== after);
  const lines = different.map(({ name, before, after }) => `  ${name}: ${before} -> ${after}\n`);
  return `${date}: ${events} events, ${verdict}\n${lines.join('')}`;
}

async function rebuild(
  database: Database,
  archive: ArchiveStorage,
  wanted: EventsArguments,
  io: CommandIo,
): Promise<number> {
  const tenantId = (await companyOf(database, wanted.company)) ?? '';
  let status = 0;
  for await (const day of rebuildCompany({ database, archive, ...wanted, tenantId })) {
    io.print(describeDay(day));
    const { outcome } = day;
    const isFine = outcome.kind !== 'unarchived' && outcome.kind !== 'would-lose';
    if (!isFine || (!outcome.isEqual && outcome.kind === 'compared')) status = 1;
  }
  return status;
}

async function run({ config, database }: Installation, wanted: EventsArguments, io: CommandIo) {
  if (config.eventArchive === undefined) {
    throw new ArgumentError('EVENT_ARCHIVE is off: there is no archive of events.');
  }
  if (wanted.command === 'files') {
    await listFiles(database, wanted, io);
    return 0;
  }
  const archive = openArchiveStorage(config.eventArchive, config.dataFolder);
  try {
    if (wanted.command === 'rebuild') return await rebuild(database, archive, wanted, io);
    await answer(database, archive, wanted, io);
    return 0;
  } finally {
    await archive.close();
  }
}

/** @returns the exit status */
export async function runEvents(
  args: readonly string[],
  io: CommandIo,
  open: typeof withInstallation = withInstallation,
): Promise<number> {
  if (args.includes('--help') || args.length === 0) {
    io.print(usage);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const wanted = parseEventsArguments(args, Date.now());
    return await open((installation) => run(installation, wanted, io));
  } catch (error) {
    if (!(error instanceof ArgumentError || error instanceof DomainError)) throw error;
    io.say(`${error.message}\n`);
    return 2;
  }
}
