/** The selectors above the cards: channels and periods. */
import { ChannelSelector } from '../channel-selector/channel-selector.tsx';
import { PeriodSelector } from '../period-selector/period-selector.tsx';
import type { ReportView } from './use-report-view.ts';

export function ReportTools({ view }: { view: ReportView }) {
  const { periods, clock, channelIds, periodError, channelError } = view;
  return (
    <div className="report-tools">
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
