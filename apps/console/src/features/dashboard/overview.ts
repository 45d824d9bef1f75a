/** The figures of the overview as text, and the steps to the first ad. Pure. */
import type { ChannelSummary } from '@interlude/contract/api';
import { percentage, thousands } from '@interlude/reporting/charts';
import { t } from '../../texts/t.ts';

export interface Kpi {
  readonly label: string;
  readonly value: string;
  /** The meaning of the figure, or its relation to another. */
  readonly note: string;
}

/** @param enabled channels that are on air */
export function kpis(summary: ChannelSummary, enabled: number | undefined): Kpi[] {
  const { channels, watchingNow, sessionsToday, adsToday, completedToday } = summary;
  return [
    {
      label: t('Channels'),
      value: thousands(channels),
      note: enabled === undefined ? '' : t('{enabled} enabled', { enabled: thousands(enabled) }),
    },
    {
      label: t('Watching now'),
      value: thousands(watchingNow),
      note: t('average of the last minute'),
    },
    { label: t('Sessions today'), value: thousands(sessionsToday), note: t('since midnight') },
    { label: t('Ads today'), value: thousands(adsToday), note: t('impressions') },
    {
      label: t('Completed today'),
      value: thousands(completedToday),
      note:
        adsToday === 0
          ? t('no ads yet')
          : t('{percentage} of the ads', { percentage: percentage(completedToday / adsToday) }),
    },
  ];
}

export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
}

/** The remaining steps to the first ad; empty once a channel is enabled. */
export function firstSteps(
  summary: Pick<ChannelSummary, 'channels'>,
  enabled: number,
): FirstStep[] {
  if (enabled > 0) return [];
  return [
    {
      title: t('Add a channel'),
      text: t('Enter its name, the URL of your stream and the URL of your ad server.'),
      done: summary.channels > 0,
    },
    {
      title: t('Enable it'),
      text: t('Turn on the switch in the channel list to deliver it.'),
      done: false,
    },
    {
      title: t('Play it'),
      text: t('Play the output of the channel, with the ad breaks marked on the timeline.'),
      done: false,
    },
  ];
}
