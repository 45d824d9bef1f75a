/** An hour of events of the demo channels, for the reports of `npm run dev`; the same for the same end. */
import type { EventType, StitcherEvent } from '@interlude/reporting';

export interface DemoFigures {
  readonly tenant: string;
  readonly channels: readonly string[];
  /** End of the hour, epoch ms; events are in the 60 minutes before it. */
  readonly endMs: number;
}

const MINUTE_MS = 60_000;
const MINUTES = 60;
const BREAK_EVERY_MINUTES = 4;
const AD_MS = 15_000;
const ADS_PER_BREAK = 2;
const MEAN_VIEWERS = 24;
const devices = ['tv', 'phone', 'desktop', 'tablet'] as const;
const countries = ['DE', 'FR', 'US', 'GB'] as const;
const adEvents: readonly EventType[] = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
];

/** Viewers of a minute: a wave over the hour, another height for each channel. */
function viewersAt(minute: number, channel: number): number {
  const wave = Math.sin((minute / MINUTES) * 2 * Math.PI + channel);
  return Math.round((MEAN_VIEWERS + 10 * wave) / (channel + 1));
}

function pick<T>(values: readonly T[], index: number): T | undefined {
  return values[index % values.length];
}

type Seen = Omit<StitcherEvent, 'type' | 'atMs'>;

/** One break of one viewer; every seventh viewer leaves in the second ad, every eleventh sees slate. */
function breakEvents(viewer: Seen, index: number, atMs: number): StitcherEvent[] {
  const durationMs = ADS_PER_BREAK * AD_MS;
  const requested: StitcherEvent[] = [
    { ...viewer, type: 'avail', atMs, durationMs },
    { ...viewer, type: 'adRequest', atMs },
  ];
  if (index % 11 === 10) {
    return [
      ...requested,
      { ...viewer, type: 'skipped', atMs, reason: 'NO_ADS' },
      { ...viewer, type: 'slate', atMs, durationMs },
    ];
  }
  const ads = Array.from({ length: ADS_PER_BREAK }, (_, slot) => {
    const leaves = slot === 1 && index % 7 === 6;
    return adEvents.slice(0, leaves ? 3 : adEvents.length).map(
      (type, step): StitcherEvent => ({
        ...viewer,
        type,
        slot,
        creative: `demo-ad-${slot + 1}`,
        atMs: atMs + slot * AD_MS + Math.max(0, step - 1) * (AD_MS / 4),
        ...(type === 'impression' ? { durationMs: AD_MS } : {}),
      }),
    );
  });
  return [...requested, ...ads.flat()];
}

function minuteEvents(figures: DemoFigures, channel: number, minute: number): StitcherEvent[] {
  const atMs = figures.endMs - (MINUTES - minute) * MINUTE_MS;
  const viewers = viewersAt(minute, channel);
  const known = minute === 0 ? 0 : viewersAt(minute - 1, channel);
  const common = { tenant: figures.tenant, channel: figures.channels[channel] ?? '' };
  const view = {
    ...common,
    type: 'view' as const,
    atMs,
    session: '',
    viewer: '',
    durationMs: viewers * MINUTE_MS,
  };
  const perViewer = Array.from({ length: viewers }, (_, index) => {
    const viewer = {
      ...common,
      session: `demo-${channel}-${index}`,
      viewer: (channel * 1_000 + index).toString(16).padStart(16, '0'),
      device: pick(devices, index),
      country: pick(countries, index * 3 + channel),
    };
    const starts: StitcherEvent[] =
      index >= known ? [{ ...viewer, type: 'sessionStart', atMs }] : [];
    const isBreak = minute % BREAK_EVERY_MINUTES === 1;
    return isBreak
      ? [...starts, ...breakEvents({ ...viewer, breakId: `demo-${minute}` }, index, atMs)]
      : starts;
  });
  return [view, ...perViewer.flat()];
}

/** The events of all channels, minute by minute. */
export function demoFigures(figures: DemoFigures): StitcherEvent[] {
  return Array.from({ length: MINUTES }, (_, minute) =>
    figures.channels.flatMap((_channel, channel) => minuteEvents(figures, channel, minute)),
  ).flat();
}
