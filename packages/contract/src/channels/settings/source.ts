import { z } from 'zod';
import { prefetchSchedules } from './prefetch-schedule.ts';
import {
  between,
  httpOrigin,
  httpUrlWithCredentials,
  optionalUrl,
  optionalUrlWithCredentials,
} from './schemas.ts';
import { dash, hls, live, setting } from './setting.ts';

const section = 'source';

export const sourceSettings = {
  sourceManifestUrl: setting(httpUrlWithCredentials('I should be a valid URL!'), {
    label: 'Source manifest URL',
    help: 'HLS multivariant playlist or DASH MPD, without ads. Redirects are followed.',
    section,
    example: 'https://origin.example.com/live/master.m3u8',
    control: 'url',
    effect: 'the manifest that is read, once for all viewers of the channel',
    sentTo: ['sourceManifestUrl', 'trueSourceUrl', 'stitcher.httpProxyUrl', 'systemId'],
    proof: [
      'apps/stitcher/src/sessions.test.ts › many sessions of one channel ask the origin once',
    ],
  }),
  trueSourceUrl: setting(optionalUrlWithCredentials, {
    label: 'True source URL',
    help: 'Read instead of the source manifest URL, and the base of its relative addresses: the target of its redirects. Empty: the source manifest URL.',
    section,
    control: 'url',
    effect:
      'read instead of `sourceManifestUrl`, and the base of relative addresses; empty = `sourceManifestUrl`',
    sentTo: ['sourceManifestUrl', 'trueSourceUrl', 'stitcher.httpProxyUrl', 'systemId'],
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › allowOverwriteDefault lets a viewer choose among the hosts of the channel',
      'apps/stitcher/src/dash/dash-fields.test.ts › trueSourceUrl is read instead of sourceManifestUrl, with sourceHeaders',
    ],
  }),
  fallbackUrl: setting(optionalUrl, {
    label: 'Public fallback URL',
    help: 'Where viewers beyond the limit of sessions are redirected: the same content without ads, at an address that everybody may know. Empty: they get 503 and try again.',
    section,
    control: 'url',
    example: 'https://cdn.example.com/live/master.m3u8',
    effect:
      'viewers beyond a limit of sessions are redirected there; empty = they get an error with `Retry-After`',
    proof: [
      'apps/stitcher/src/http/hostile-clients.test.ts › SEC-S12 SEC-S25 SEC-S62 beyond its rate a network is sent to the public fallback address, is not shown the source, and resumes no ids',
    ],
  }),
  sourceHeaders: setting(z.record(z.string().max(100), z.string().max(2_000)).default({}), {
    label: 'Source headers',
    help: 'Sent with every request to the origin of the source and to the further origins below, never to an ad server: {"x-api-key": "…", "X-Cdnid": "…"}.',
    section,
    control: 'json-line',
    effect:
      'sent with every request for a manifest of the source, to the scheme, host and port of the source and to `sourceOrigins` alone',
    sentTo: [
      ...['sourceManifestUrl', 'trueSourceUrl', 'sourceOrigins'],
      ...['stitcher.httpProxyUrl', 'systemId'],
    ],
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › sourceHeaders go to the source and to nobody else',
      'apps/stitcher/src/dash/dash-fields.test.ts › trueSourceUrl is read instead of sourceManifestUrl, with sourceHeaders',
    ],
  }),
  sourceOrigins: setting(z.array(httpOrigin).max(20).default([]), {
    label: 'Further source origins',
    help: 'Where else manifests and feeds of this channel are: ["https://feeds.example.com"]. They get the source headers too, and a player’s request may name feeds there.',
    section,
    control: 'json-line',
    effect:
      'scheme, host and port of further hosts that get `sourceHeaders`; on demand, the hosts whose feeds a request may name beside the source’s own',
    proof: [
      'apps/stitcher/src/origin/source-headers.test.ts › SEC-S21 sourceHeaders go to the further origins that the channel lists',
    ],
  }),
  isMultiPeriod: setting(z.boolean().default(false), {
    label: 'Multi-period source',
    help: 'The source has Periods of its own: their ids are kept, and markers are read in each of them.',
    section,
    types: dash,
    effect:
      'the MPD has one Period per break: the first event of a Period counts, and the next Period without an event ends the break',
    proof: [
      'apps/stitcher/src/dash/dash-fields.test.ts › isMultiPeriod: an event whose time lies outside its period stands at the start of that period',
    ],
  }),
  compatibilityHlsMedia: setting(z.boolean().default(false), {
    label: 'HLS media compatibility',
    help: 'One audio group in the output and no EXT-X-MEDIA without a URI, for old television sets.',
    section,
    types: hls,
    effect: 'one audio group: the group of the first variant, with the variants that use it',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › overwriteGroupId names the audio group; compatibilityHlsMedia keeps one',
    ],
  }),
  dynamicConfiguration: setting(z.boolean().default(false), {
    label: 'Follow changes of the source',
    help: 'Variants and codecs that the encoder changes on air are changed in the output.',
    section,
    effect:
      'the multivariant playlist is reloaded every 5 s and its changes appear in the output; an MPD is always read whole',
    proof: [
      'apps/stitcher/src/origin/hls-source.test.ts › dynamicConfiguration takes over what changes in the multivariant playlist',
    ],
  }),
  setScanningFrequency: setting(z.boolean().default(false), {
    label: 'Set scanning frequency',
    help: 'Reloads the source at the interval below instead of the interval that the source declares.',
    section,
    effect:
      'on: the live source is reloaded every `minimumSourceUpdatePeriod` seconds; off: about once per segment, or as its MPD says',
    proof: [
      'apps/stitcher/src/dash/dash-fields.test.ts › CHE-020 setScanningFrequency with minimumSourceUpdatePeriod: MPDs ask players to come no later than that',
    ],
  }),
  minimumSourceUpdatePeriod: setting(
    z
      .number({ error: 'Value should be number between 0 and 20' })
      .transform((value) => Math.min(20, Math.max(0, Math.ceil(value))))
      .nullable()
      .default(null)
      .describe('seconds'),
    {
      label: 'Minimum source update period',
      help: 'Seconds between two reloads of the source, 0 to 20, rounded up. 0: every second.',
      section,
      shownWith: 'setScanningFrequency',
      effect:
        'seconds between two reloads, 0 to 20, with at least 1 in effect; outputs in DASH ask players to reload at least as often',
      proof: [
        'apps/stitcher/src/dash/dash-fields.test.ts › CHE-020 setScanningFrequency with minimumSourceUpdatePeriod: MPDs ask players to come no later than that',
      ],
    },
  ),
};

export const cacheSettings = {
  prefetchDuration: setting(between(0, 600).default(0).describe('seconds'), {
    label: 'Prefetch duration',
    help: 'Ads of a break that is announced early are requested this long before it, spread over the sessions. 0: when the break starts.',
    section: 'cache',
    unit: 's',
    effect: 'live: seconds before an announced break from which its ads are requested; at least 10',
    proof: [
      'apps/stitcher/src/ad-decisions/break-decisions.test.ts › DATA-014 of a break announced a minute ahead not before prefetchDuration',
    ],
  }),
  prefetchSchedules: setting(prefetchSchedules, {
    label: 'Prefetch schedules',
    help: 'Breaks whose markers come late: their ads are requested with a lead. A break that begins within ± of its expected start gets them. Without a repetition one break is expected; all times in seconds, on the clock of the programme.',
    section: 'cache',
    types: live,
    effect:
      'live: ads of an expected break are requested from `requestFrom` seconds before it, spread over the sessions, and placed in the break that begins within `usedWithin` seconds of `expectedStart`; `every` repeats it, `until` ends it',
    proof: [
      'apps/stitcher/src/ad-decisions/prefetched-ads.test.ts › ads of an expected break are requested before its marker is there, and placed in it',
    ],
  }),
  cacheTime: setting(between(0, 86_400).default(0).describe('seconds'), {
    label: 'Cache time',
    help: 'How long the ads of a break are kept for a session that reaches it again, and a VoD source is not reloaded. 0: not at all.',
    section: 'cache',
    unit: 's',
    effect:
      'seconds: within them an asset on demand is read once for all sessions; live, a session that restarts within them gets the ads that were decided',
    proof: [
      'apps/stitcher/src/vod/vod-fields.test.ts › DATA-014 cacheTime: an asset is read once for all sessions inside it',
      'apps/stitcher/src/ad-decisions/break-decisions.test.ts › DATA-014 cacheTime: a session that begins anew inside it is answered without asking',
    ],
  }),
  cacheList: setting(z.array(z.unknown()).max(100).default([]), {
    label: 'Cache list',
    help: 'A list of patterns, or of {"pattern": "…", "ttl": 30} in seconds: playlists of the source whose address matches are reloaded no more often.',
    section: 'cache',
    effect:
      'patterns, or `{"pattern", "ttl"}` with seconds: a manifest of a live source whose address matches is reloaded no more often',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › cacheList keeps the answer of an address',
      'apps/stitcher/src/dash/dash-fields.test.ts › cacheList: an MPD is read no more often than it says',
    ],
  }),
};
