/** The breaks found, and the ignored markers with their reasons. */
import type { SourceBreaks } from '@interlude/contract';
import { FactTable } from '../../../../components/fact-table/fact-table.tsx';
import { known, t } from '../../../../texts/t.ts';
import { lengthText } from '../analysis-facts.ts';
import { breakLength } from './ruler-marks.ts';

const breakColumns = [
  { header: t('At'), className: 'num keep' },
  { header: t('Length'), className: 'num' },
  { header: t('State') },
  { header: t('Marker'), className: 'mono' },
  { header: t('Clock of the source'), className: 'num' },
  { header: t('ID'), className: 'mono' },
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
  return <FactTable label={t('Breaks')} columns={breakColumns} rows={rows} />;
}

const ignoredColumns = [
  { header: t('At'), className: 'num keep' },
  { header: t('Marker'), className: 'mono' },
  { header: t('Why') },
];

export function IgnoredRows({ ignored }: Pick<SourceBreaks, 'ignored'>) {
  const rows = ignored.map(({ startsAt, dialect, reason }) => ({
    cells: [lengthText(startsAt), dialect, known(reason)],
  }));
  return <FactTable label={t('Passed over')} showLabel columns={ignoredColumns} rows={rows} />;
}

/** To the second and in UTC, as manifests write it. */
function timeText(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
