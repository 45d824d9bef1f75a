/** The figures of the overview as text, and the steps to the first ad. Pure. */
import type { ChannelSummary } from '@interlude/contract';
import { percentage, thousands } from '@interlude/reporting/charts';

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
      label: 'Channels',
      value: thousands(channels),
      note: enabled === undefined ? '' : `${thousands(enabled)} enabled`,
    },
    { label: 'Watching now', value: thousands(watchingNow), note: 'average of the last minute' },
    { label: 'Sessions today', value: thousands(sessionsToday), note: 'since midnight' },
    { label: 'Ads today', value: thousands(adsToday), note: 'impressions' },
    {
      label: 'Completed today',
      value: thousands(completedToday),
      note: adsToday === 0 ? 'no ads yet' : `${percentage(completedToday / adsToday)} of the ads`,
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
      title: 'Add a channel',
      text: 'Enter its name, the URL of your stream and the URL of your ad server.',
      done: summary.channels > 0,
    },
    {
      title: 'Enable it',
      text: 'Turn on the switch in the channel list to deliver it.',
      done: false,
    },
    {
      title: 'Play it',
      text: 'Play the output of the channel, with the ad breaks marked on the timeline.',
      done: false,
    },
  ];
}
