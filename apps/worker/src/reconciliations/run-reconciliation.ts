/** One comparison of a file: read, its hours counted here, compared. */
import { reconciliationLimits } from '@interlude/contract';
import {
  type ReconciliationOutcome,
  type ReconciliationStore,
  type ReconciliationWork,
  type ReportSettingsStore,
  type ReportStore,
  ReportTooSlow,
} from '@interlude/persistence';
import {
  type CountedImpressions,
  type CounterSum,
  compareFile,
  dayMs,
  type FileFigures,
  isOffTheHour,
  readFile,
} from '@interlude/reporting';
import { readCsv } from '@interlude/runtime';

const hourMs = 3_600_000;
/** Rows of counted figures, by creative and hour, that are read. */
const mostCounted = 50_000;
const tooManyCounted = `More than ${mostCounted} creatives and hours were counted in this period. Export a shorter one.`;

export interface ReconciliationParts {
  readonly store: Pick<ReconciliationStore, 'progress'>;
  readonly reports: Pick<ReportStore, 'read'>;
  readonly settings: Pick<ReportSettingsStore, 'read'>;
  readonly now: () => number;
}

/** Why the file cannot be compared; undefined: it can. */
function problemOf(file: FileFigures, zones: readonly string[], nowMs: number): string | undefined {
  const { days, keptDays } = reconciliationLimits;
  if (file.wrongTime !== undefined) {
    return `“${file.wrongTime.slice(0, 40)}” is no time of the chosen format. Choose another format.`;
  }
  const hours = file.counted.map((row) => row.hourMs).sort((a, b) => a - b);
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) {
    return 'No row has a creative, a time and a number of impressions. Choose other columns.';
  }
  if (last - first >= days * dayMs)
    return `The file spans more than ${days} days. Export a shorter period.`;
  if (first < nowMs - keptDays * dayMs)
    return `Hours are kept for ${keptDays} days. Export a later period.`;
  const [own = 'UTC'] = zones;
  const isOff = hours.some((at) => at % hourMs !== 0);
  return isOff && !isOffTheHour(own, nowMs)
    ? `The hours of the file begin off the hours that are counted (${own}). Export it in UTC.`
    : undefined;
}

const countedOf =
  (edges: readonly number[]) =>
  ({ bucket, value, sums }: CounterSum): CountedImpressions => ({
    creative: value,
    hourMs: edges[bucket] ?? 0,
    impressions: sums.impressions ?? 0,
    failed: sums.impressionBeaconsFailed ?? 0,
    retried: sums.impressionBeaconsRetried ?? 0,
  });

async function readCounted(
  { reports, settings }: ReconciliationParts,
  tenantId: string,
  file: FileFigures,
): Promise<CountedImpressions[]> {
  const hours = file.counted.map((row) => row.hourMs).sort((a, b) => a - b);
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  const edges = Array.from(
    { length: Math.round((last - first) / hourMs) + 2 },
    (_, hour) => first + hour * hourMs,
  );
  const rows = await reports.read(tenantId, await settings.read(tenantId), ({ figures }) =>
    figures.counters(
      { edges, channelIds: [], campaign: '' },
      {
        dimension: 'creative',
        groupBy: ['bucket', 'value'],
        sums: ['impressions', 'impressionBeaconsFailed', 'impressionBeaconsRetried'],
        top: { by: 'impressions', limit: mostCounted },
      },
    ),
  );
  return rows.map(countedOf(edges));
}

/** @throws the errors of the database: it is tried again then */
export async function runReconciliation(
  parts: ReconciliationParts,
  work: ReconciliationWork,
): Promise<ReconciliationOutcome> {
  const { tenantId, mapping } = work;
  const csv = readCsv(work.csv, reconciliationLimits);
  if (csv.kind === 'problem') return { kind: 'failed', problem: csv.problem };
  const file = readFile(csv.rows.slice(1), mapping);
  await parts.store.progress(work, 30);
  const { timeZone } = await parts.settings.read(tenantId);
  const problem = problemOf(file, [timeZone], parts.now());
  if (problem !== undefined) return { kind: 'failed', problem };
  try {
    const ours = await readCounted(parts, tenantId, file);
    if (ours.length >= mostCounted) return { kind: 'failed', problem: tooManyCounted };
    await parts.store.progress(work, 80);
    return { kind: 'done', result: compareFile(file, ours, reconciliationLimits.lines) };
  } catch (error) {
    if (!(error instanceof ReportTooSlow)) throw error;
    const sentence = 'The figures of this period took too long. Export a shorter period.';
    return { kind: 'failed', problem: sentence };
  }
}
