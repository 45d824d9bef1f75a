/** The selectors above the cards: channels and periods. */
import type { ReactNode } from 'react';
import { ChannelSelector } from '../channel-selector/channel-selector.tsx';
import { PeriodSelector } from '../period-selector/period-selector.tsx';
import { MarkKindsButton } from './annotations/mark-kinds-button.tsx';
import type { ReportView } from './use-report-view.ts';

interface ReportToolsProps {
  readonly view: ReportView;
  /** Tools that only one page has. */
  readonly children?: ReactNode;
}

export function ReportTools({ view, children }: ReportToolsProps) {
  const { ready, periods, clock, channelIds, periodError, channelError } = view;
  return (
    // Hidden in their place until the saved choices are known, so that the page below does not move.
    <div className="report-tools" style={ready ? undefined : { visibility: 'hidden' }}>
      {children}
      <MarkKindsButton kinds={view.markKinds} onChange={view.showMarks} />
      <ChannelSelector
        selected={channelIds}
        error={channelError}
        onApply={view.applyChannels}
        onCancel={view.cancel}
      />
      <PeriodSelector
        {...{ periods, clock }}
        error={periodError}
        onApply={view.applyPeriods}
        onCancel={view.cancel}
      />
    </div>
  );
}
