/** Bytes of ad media from the CDN. The block is shown only when the call has returned (REP-002 to REP-004). */

import type { SystemSummary } from '@interlude/contract';
import { mainRange, type Range, shownRange } from '@interlude/reporting';
import { gigabytes } from '@interlude/reporting/charts';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { CardHelp } from '../../components/reports/card/card-help.tsx';
import type { ReportView } from '../../components/reports/use-report-view.ts';
import { text } from '../../messages.ts';
import './cdn-reports.css';
import { t } from '../../texts/t.ts';

const help = [
  `<p>${t('{card} is the number of bytes of ad media that the CDN has served in the selected period, of all channels of the company.', { card: `<b>${text('cdnEgress')}</b>` })}</p>
  <p>${t('1 GB is 1,000,000,000 bytes.')}</p>`,
];

function useBandwidths(all: readonly SystemSummary[], range: Range) {
  const { tenant } = useSession();
  const systems = all.filter(({ type }) => type === 'cdn');
  const from = Math.floor(range.startMs / 1_000);
  const to = Math.floor(range.endMs / 1_000);
  const answers = useQueries({
    queries: systems.map(({ id }) => ({
      queryKey: [tenant, 'systems', id, 'bandwidth', from, to],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(routes.systems.bandwidth, { params: { id }, query: { from, to }, signal }),
      staleTime: 60_000,
      retry: false,
    })),
  });
  return systems.flatMap(({ id, name }, index) => {
    const bytes = answers[index]?.data?.bandwidth;
    return bytes === undefined ? [] : [{ id, name, bytes }];
  });
}

interface CdnReportsProps {
  readonly systems: readonly SystemSummary[];
  readonly view: ReportView;
}

export function CdnReports({ systems, view }: CdnReportsProps) {
  const range = mainRange(view.periods.main, view.clock);
  const bandwidths = useBandwidths(systems, range);
  if (bandwidths.length === 0) return null;
  return (
    <section className="report-section" aria-labelledby="section-cdn">
      <h2 id="section-cdn">{text('cdnReports')}</h2>
      <div className="report-grid">
        {bandwidths.map(({ id, name, bytes }) => (
          <article key={id} className="report-card cdn-card" aria-labelledby={`cdn-${id}`}>
            <header className="card-header">
              <div className="card-title">
                <h3 id={`cdn-${id}`}>{text('cdnEgress')}</h3>
                <CardHelp title={text('cdnEgress')} texts={help} />
              </div>
            </header>
            <dl className="cdn-figure">
              <dt className="dimmed">{text('cdnUnit')}</dt>
              <dd className="num">{gigabytes(bytes)}</dd>
            </dl>
            <p className="cdn-note dimmed num">
              {name} · {shownRange(range)}
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}
