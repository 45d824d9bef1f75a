import { t } from '../../texts/t.ts';
import type { Kpi } from './overview.ts';

const placeholders = [
  t('Channels'),
  t('Watching now'),
  t('Sessions today'),
  t('Ads today'),
  t('Completed today'),
];

/** @param props.kpis undefined while they load: the strip keeps its size */
export function KpiStrip({ kpis }: { kpis: readonly Kpi[] | undefined }) {
  return (
    <dl className="kpis" aria-busy={kpis === undefined}>
      {(kpis ?? placeholders.map((label) => ({ label, value: '', note: '' }))).map(
        ({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value === '' ? <span className="skeleton" /> : value}</dd>
            <dd className="kpi-note num">{note}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
