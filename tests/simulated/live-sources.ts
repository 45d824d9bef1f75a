/** Every form of live source that the lab can be, as addresses of its manifests with breaks close together. */
import { dashForms, eventForms } from '../../apps/lab/src/dash-origin/dash-options.ts';
import { dialects } from '../../apps/lab/src/live-origin/break-marks.ts';
import { returnForms } from '../../apps/lab/src/live-origin/break-schedule.ts';

/** A break of 11.52 s every 23.04 s: three of six segments of 3.84 s. */
export const BREAK_EVERY_MS = 23_040;
const SCHEDULE = 'every=23.04&break=11.52';

export interface LiveSource {
  /** Name of the source: its form and options. */
  readonly name: string;
  readonly protocol: 'hls' | 'dash';
  readonly path: string;
  readonly slate: string;
  readonly isMultiPeriod: boolean;
  /** Of the channel, seconds. */
  readonly liveDelay?: number;
  /** Its breaks are over before a session gets there, and too short for a whole ad of the lab (H18). */
  readonly mayHaveNoAds?: boolean;
  readonly away?: Away;
}

/** Manifests of a source that are answered with 503 for a while. */
export interface Away {
  /** Of their names. */
  readonly manifests: RegExp;
  /** After the beginning of the test, milliseconds. */
  readonly fromMs: number;
  readonly forMs: number;
}

function hls(folder: string, query = '', schedule = SCHEDULE): LiveSource {
  const container = folder.startsWith('ts') ? 'ts' : 'cmaf';
  return {
    name: `HLS ${folder} ${query}`.trim(),
    protocol: 'hls',
    path: `/live/${folder}/master.m3u8?${schedule}${query}`,
    slate: `/slate/${container}/master.m3u8`,
    isMultiPeriod: false,
  };
}

function dash(form: string, query = '', schedule = SCHEDULE): LiveSource {
  return {
    name: `DASH ${form} ${query}`.trim(),
    protocol: 'dash',
    path: `/dash/${form}/manifest.mpd?${schedule}${query}`,
    slate: '/slate/dash/manifest.mpd',
    isMultiPeriod: form.startsWith('multiperiod'),
  };
}

const marked = dialects.filter((dialect) => dialect !== 'none');
const returns = returnForms.filter((form) => form !== 'planned').map((form) => `&return=${form}`);

/** Each property once. */
export const everyForm: readonly LiveSource[] = [
  ...marked.map((dialect) => hls(`ts/${dialect}`)),
  ...[
    ...returns,
    '&subtitles=on&iframes=on',
    '&lowlatency=on',
    '&define=on',
    '&gaps=on',
    '&restart=46.08',
  ].map((query) => hls('cmaf/cue', query)),
  ...[
    'ts-aes/cue',
    'ts-sample-aes/cue',
    'cmaf-aes/daterange',
    'ts-range/cue',
    'cmaf-range/cue',
  ].map((folder) => hls(folder)),
  ...dashForms.map((form) => dash(form)),
  ...eventForms
    .filter((events) => events !== 'none')
    .map((events) => dash('timeline', `&events=${events}`)),
  ...returns.map((query) => dash('timeline', query)),
  dash('multiperiod', '&return=early'),
  dash('timeline', '&lead=0'),
];

/** Properties crossed: dialects and returns in both containers, DASH forms with returns, events and lead. */
export const crossedForms: readonly LiveSource[] = [
  ...marked.flatMap((dialect) =>
    returns.flatMap((query) => [hls(`ts/${dialect}`, query), hls(`cmaf/${dialect}`, query)]),
  ),
  ...dashForms.flatMap((form) =>
    ['&return=early', '&return=late', '&lead=0', '&events=xml', '&events=bin'].map((query) =>
      dash(form, query),
    ),
  ),
];

/** Outputs that end behind the source, by less and by more than a break. */
export const delayedForms: readonly LiveSource[] = [5, 12, 20].flatMap((liveDelay) =>
  [
    hls('cmaf/cue', '&return=early'),
    ...dashForms.flatMap((form) => [dash(form), dash(form, '&return=early')]),
  ].map((source) => ({
    ...source,
    liveDelay,
    name: `${source.name}, ${liveDelay} s behind`,
    mayHaveNoAds: source.path.includes('return=early'),
  })),
);

/** A break of 15.36 s every 34.56 s: four of nine segments, filled by one ad or by two. */
export const LONG_BREAK_EVERY_MS = 34_560;
const LONG_SCHEDULE = 'every=34.56&break=15.36';

/** Sources that a player joins during a break: one of each protocol. */
export const joinedForms: readonly LiveSource[] = [
  hls('cmaf/cue', '', LONG_SCHEDULE),
  dash('timeline', '', LONG_SCHEDULE),
];

/** The same with other markers, returns and Periods. */
export const joinedVariants: readonly LiveSource[] = [
  hls('ts/daterange', '', LONG_SCHEDULE),
  ...returns.map((query) => hls('cmaf/cue', query, LONG_SCHEDULE)),
  dash('multiperiod', '', LONG_SCHEDULE),
  ...returns.map((query) => dash('timeline', query, LONG_SCHEDULE)),
];

/** Segments in the window of a source that is away for less and for more than that: 23.04 s. */
const SHORT_WINDOW = '&win=6';
const awayForms: readonly [string, RegExp][] = [
  ['a video rendition', /^v1/],
  ['the audio rendition', /^audio/],
  ['every rendition', /./],
];

/** A source of which one rendition or all cannot be read for some seconds, outside a break, across its start or its end. */
export const awaySources: readonly LiveSource[] = awayForms.flatMap(([which, manifests]) =>
  [8, 20, 30, 60].flatMap((seconds) =>
    [48, 56, 64].map((fromSeconds, at): LiveSource => {
      const source = hls('cmaf/cue', `${SHORT_WINDOW}&away=${which.length}-${seconds}-${at}`);
      const away = { manifests, fromMs: fromSeconds * 1_000, forMs: seconds * 1_000 };
      return { ...source, away, name: `${which} away ${fromSeconds} s + ${seconds} s` };
    }),
  ),
);
export const awayManifests: readonly LiveSource[] = [8, 20, 30, 60].flatMap((seconds) =>
  [48, 56, 64].map((fromSeconds, at): LiveSource => {
    const source = dash('timeline', `${SHORT_WINDOW}&away=${seconds}-${at}`);
    const away = { manifests: /./, fromMs: fromSeconds * 1_000, forMs: seconds * 1_000 };
    return { ...source, away, name: `MPD away ${fromSeconds} s + ${seconds} s` };
  }),
);
