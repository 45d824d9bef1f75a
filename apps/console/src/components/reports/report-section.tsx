/** Cards under a heading: 'Channel reports' or 'Asset reports'. */
import type { ChartType } from '@interlude/contract';
import type { ReactNode } from 'react';
import { InSlices } from '../in-slices.tsx';
import { ReportCard } from './card/report-card.tsx';
import { type ResolvedReport, reportKey } from './card-settings.ts';
import './report-section.css';
import type { ReportView } from './use-report-view.ts';

interface ReportSectionProps {
  readonly title: string;
  readonly reports: readonly ResolvedReport[];
  readonly view: ReportView;
  readonly tenantName: string;
  /** Shown instead of cards when there are none. */
  readonly empty?: ReactNode;
}

/** Charts that need the width of two cards. */
const isWide = (type: ChartType) => type === 'Map' || type === 'Table';

export function ReportSection({ title, reports, view, tenantName, empty }: ReportSectionProps) {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="report-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {reports.length === 0 && empty}
      <div className="report-grid">
        {reports.map((report) => (
          <div
            key={reportKey(report)}
            className="report-cell"
            data-wide={isWide(report.definition.chartType) || undefined}
          >
            <InSlices placeholder={<BlankCard />}>
              <ReportCard {...{ report, view, tenantName }} />
            </InSlices>
          </div>
        ))}
      </div>
    </section>
  );
}

function BlankCard() {
  return (
    <div className="report-blank">
      <span className="skeleton" style={{ width: '30%' }} />
    </div>
  );
}

/** The frame of cards whose reports are not known yet: the page keeps its size. */
export function SectionSkeleton({ title }: { title: string }) {
  return (
    <section className="report-section" aria-busy="true">
      <h2>{title}</h2>
      <div className="report-grid">
        {['first', 'second'].map((each) => (
          <div key={each} className="report-cell">
            <BlankCard />
          </div>
        ))}
      </div>
    </section>
  );
}
