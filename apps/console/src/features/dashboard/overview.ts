/** The figures of the overview as a person reads them, and the way to the first ad. Pure. */
import type { ChannelSummary } from '@interlude/contract';

export interface Kpi {
  readonly label: string;
  readonly value: string;
  /** What the figure means, or how it relates to another. */
  readonly note: string;
}

const whole = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** @param enabled channels that are on air */
export function kpis(summary: ChannelSummary, enabled: number | undefined): Kpi[] {
  const { channels, watchingNow, sessionsToday, adsToday, completedToday } = summary;
  return [
    {
      label: 'Channels',
      value: whole.format(channels),
      note: enabled === undefined ? '' : `${whole.format(enabled)} enabled`,
    },
    { label: 'Watching now', value: whole.format(watchingNow), note: 'mean of the last minute' },
    { label: 'Sessions today', value: whole.format(sessionsToday), note: 'since midnight' },
    { label: 'Ads today', value: whole.format(adsToday), note: 'impressions' },
    {
      label: 'Completed today',
      value: whole.format(completedToday),
      note:
        adsToday === 0 ? 'no ads yet' : `${percent.format(completedToday / adsToday)} of the ads`,
    },
  ];
}

export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
}

/** What is left until the first ad; empty once a channel is on air. */
export function firstSteps(
  summary: Pick<ChannelSummary, 'channels'>,
  enabled: number,
): FirstStep[] {
  if (enabled > 0) return [];
  return [
    {
      title: 'Add a channel',
      text: 'Its name, your stream as the source, and the ad server to ask.',
      done: summary.channels > 0,
    },
    {
      title: 'Enable it',
      text: 'The switch in the channel list puts it on air.',
      done: false,
    },
    {
      title: 'Play it',
      text: 'Play shows what viewers get, with the ad breaks marked on the bar.',
      done: false,
    },
  ];
}
