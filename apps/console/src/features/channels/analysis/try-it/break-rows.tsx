/** The breaks found, and the ignored markers with their reasons. */
import type { SourceBreaks } from '@interlude/contract';
import { FactTable } from '../../../../components/fact-table/fact-table.tsx';
import { lengthText } from '../analysis-facts.ts';
import { breakLength } from './ruler-marks.ts';

const breakColumns = [
  { header: 'At', className: 'num keep' },
  { header: 'Length', className: 'num' },
  { header: 'State' },
  { header: 'Marker', className: 'mono' },
  { header: 'Clock of the source', className: 'num' },
  { header: 'ID', className: 'mono' },
];

export function BreakRows({ breaks }: Pick<SourceBreaks, 'breaks'>) {
  const rows = breaks.map((each) => ({
    cells: [
      lengthText(each.startsAt),
      breakLength(each),
      each.state,
      each.dialect,
      each.startTime && timeText(each.startTime),
      each.id,
    ],
  }));
  return <FactTable label="Breaks" columns={breakColumns} rows={rows} />;
}

const ignoredColumns = [
  { header: 'At', className: 'num keep' },
  { header: 'Marker', className: 'mono' },
  { header: 'Why' },
];

export function IgnoredRows({ ignored }: Pick<SourceBreaks, 'ignored'>) {
  const rows = ignored.map(({ startsAt, dialect, reason }) => ({
    cells: [lengthText(startsAt), dialect, reason],
  }));
  return <FactTable label="Passed over" showLabel columns={ignoredColumns} rows={rows} />;
}

/** To the second and in UTC, as manifests write it. */
function timeText(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
