/**
 * Viewers who get the same ads (`cohortsEnabled`): the same channel, the same targeting parameters,
 * consent and kind of device. Ads are requested for the cohort, so nothing that names one viewer goes out.
 */
import { createHash } from 'node:crypto';
import type { ViewerContext } from '@interlude/ad-requests';
import {
  type AdServerParameters,
  adServerTemplates,
  type ChannelSettings,
  viewerTokens,
} from '@interlude/contract';

export interface Cohort {
  /** The same for all viewers of the cohort, also in other processes. */
  readonly key: string;
  /** The viewer context of the ad request, without what identifies one viewer. */
  readonly viewer: ViewerContext;
}

/** Values that identify one viewer, and so no cohort. */
const identities: ReadonlySet<string> = new Set(['ifa', 'ifaType', 'deviceId', 'ip']);

function keysOf(parameters: AdServerParameters): string[] {
  return Object.entries(parameters).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? [key, ...Object.keys(value)] : [key],
  );
}

/** Keys of a viewer's query that can change the ad request; worked out once for each version of a channel. */
const requestedKeys = new WeakMap<ChannelSettings, ReadonlySet<string>>();

function keysRequestedBy(settings: ChannelSettings): ReadonlySet<string> {
  const known = requestedKeys.get(settings);
  if (known) {
    return known;
  }
  const { adSource, preRoll } = settings;
  const sources = [adSource, preRoll.adSource];
  const named = [...JSON.stringify(sources).matchAll(/\[player_params\.([\w.-]+)\]/g)].flatMap(
    ([, name = '']) => [name, `ads.${name}`],
  );
  const keys = new Set([
    ...Object.keys(viewerTokens),
    ...sources.flatMap(({ system, params }) => [
      ...keysOf(adServerTemplates[system].params),
      ...keysOf(params),
    ]),
    ...named,
  ]);
  requestedKeys.set(settings, keys);
  return keys;
}

function targetingOf(settings: ChannelSettings, query: URLSearchParams): URLSearchParams {
  const requested = keysRequestedBy(settings);
  const entries = [...query]
    .filter(([name]) => requested.has(name) && !identities.has(name))
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== '');
  return new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

export function cohortOf(
  channelId: string,
  settings: ChannelSettings,
  viewer: ViewerContext,
): Cohort {
  const query = targetingOf(settings, viewer.query);
  const language = viewer.acceptLanguage.split(/[,;]/, 1)[0]?.toLowerCase() ?? '';
  const text = [channelId, viewer.device, language, query.toString().toLowerCase()].join('\n');
  const key = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return {
    key,
    viewer: {
      ...viewer,
      ip: '',
      forwardedFor: '',
      referer: '',
      acceptLanguage: language,
      query,
    },
  };
}
