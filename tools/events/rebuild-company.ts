/** Counts days of a company again from the archive, one after another, and reports the differences. */
import {
  type ArchiveStorage,
  breakMarginMs,
  foldDay,
  openLocalFiles,
} from '@interlude/event-archive';
import {
  createEventFileStore,
  createReportSettingsStore,
  type Database,
  type RebuildOutcome,
  rebuildDay,
} from '@interlude/persistence';
import { dateText, dayMs, startOfLocalDay } from '@interlude/reporting';

/** Sums of single breaks become those of days; a day before is not counted again. */
const breaksKeptMs = 34 * dayMs;

export interface RebuildOptions {
  readonly database: Database;
  readonly archive: ArchiveStorage;
  readonly tenantId: string;
  readonly fromDay: number;
  readonly toDay: number;
  readonly isWritten: boolean;
  readonly mayLose: boolean;
}

export interface RebuiltCompanyDay {
  /** `2026-11-23` */
  readonly date: string;
  readonly events: number;
  readonly outcome: RebuildOutcome;
}

const utcDay = (ms: number) => Math.floor(ms / dayMs);

/** @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE, STORAGE_FAILED */
export async function* rebuildCompany(options: RebuildOptions): AsyncGenerator<RebuiltCompanyDay> {
  const { database, archive, tenantId, fromDay, toDay, isWritten, mayLose } = options;
  const { timeZone } = await createReportSettingsStore(database).read(tenantId);
  const catalogue = createEventFileStore(database);
  for (let day = fromDay; day <= toDay; day += 1) {
    const [fromMs, untilMs] = [startOfLocalDay(day, timeZone), startOfLocalDay(day + 1, timeZone)];
    const withBreaks = fromMs > database.clock.now() - breaksKeptMs;
    const found = await catalogue.current({
      tenantId,
      fromDay: utcDay(withBreaks ? fromMs - breakMarginMs.before : fromMs),
      toDay: utcDay(withBreaks ? untilMs + breakMarginMs.after : untilMs),
    });
    const files = await openLocalFiles(archive, found);
    try {
      const span = { tenantId, day, fromMs, untilMs };
      const { events, ...folded } = await foldDay(files, { ...span, withBreaks });
      const outcome = await rebuildDay(database, { ...span, ...folded, isWritten, mayLose });
      yield { date: dateText(day), events, outcome };
    } finally {
      await files.remove();
    }
  }
}
