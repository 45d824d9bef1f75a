import { z } from 'zod';
import { adServerParameters } from '../../ad-servers/hash-with-salt.ts';
import { adServerSystems } from '../channel-values.ts';
import { between, optionalUrlWithCredentials, wholeBetween } from './schemas.ts';
import { live, type SettingDescriptor, setting, settingGroup } from './setting.ts';

type AdSourceTexts = Readonly<
  Record<
    'system' | 'url' | 'params',
    Pick<SettingDescriptor, 'label' | 'effect' | 'proof' | 'sentTo'>
  >
>;

/** The channel's ad server, and the one that a pre-roll may have of its own. */
function adSourceGroup(
  texts: AdSourceTexts,
  shared: Pick<SettingDescriptor, 'section' | 'shownWith'>,
) {
  return settingGroup(
    {
      system: setting(z.enum(adServerSystems).default('gva'), {
        ...shared,
        ...texts.system,
        help: 'Another system loads its own parameters.',
      }),
      url: setting(
        optionalUrlWithCredentials.describe(
          'the ad server; macros are expanded and params added in each request',
        ),
        {
          ...shared,
          ...texts.url,
          help: 'Answers VAST or VMAP. Macros and tokens are expanded for each request.',
          control: 'url',
        },
      ),
      params: setting(adServerParameters.default({}), {
        ...shared,
        ...texts.params,
        help: 'Sent with every request. Tokens such as {{ifa}} are expanded per session; empty parameters are omitted.',
      }),
    },
    (shape) => z.object(shape).prefault({}),
  );
}

const adSourceSettings = adSourceGroup(
  {
    system: {
      label: 'Ad server system',
      effect: 'the parameters that are sent where the channel names none, and how they are joined',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › system brings the parameters of its template',
      ],
    },
    url: {
      label: 'Ad server URL',
      effect:
        'the ad server that receives the ad request of each break, with tokens and macros expanded',
      sentTo: ['adSource.url', 'stitcher.httpProxyUrl', 'systemId'],
      proof: [
        'apps/stitcher/src/playback.test.ts › a break is replaced in every rendition, and each beacon is sent once',
      ],
    },
    params: {
      label: 'Ad source params',
      effect:
        'override the parameters of the system; the viewer’s override them, and what the server knows overrides the viewer’s',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › params are sent beside those of the template',
      ],
    },
  },
  { section: 'ad-server' },
);
export const adSource = adSourceSettings.schema;

export const adServerSettings = {
  adSource: adSourceSettings,
  cohortsEnabled: setting(z.boolean().default(false), {
    label: 'Decide per cohort',
    help: 'Sessions with equal ad requests share one request and get the same ads.',
    section: 'ad-server',
    effect: 'live: sessions whose ad requests are equal share one decision',
    proof: [
      'apps/stitcher/src/ad-decisions/break-decisions.test.ts › DATA-013 one decision for viewers with equal ad request parameters, without identifiers of a viewer',
    ],
  }),
  adRequestsPerSecond: setting(
    wholeBetween(0, 100_000).default(0).describe('requests a second; 0 = no limit'),
    {
      label: 'Ad requests per second',
      help: 'Most requests that the ad server gets from all stitchers together; channels with the same ad server share its turns. Sessions whose turn comes too late for the break get the contingency ads, or slate or content. 0: no limit.',
      section: 'ad-server',
      types: live,
      effect:
        'live: ad requests leave one after another at this rate, whichever stitcher sends them; one that has no turn before the deadline of its break is not sent, with the reason `AD_REQUEST_RATE`',
      proof: [
        'apps/stitcher/src/ad-decisions/paced-requests.test.ts › an ad server gets no more requests a second than the channel allows',
      ],
    },
  ),
  contingencyAds: setting(z.boolean().default(false), {
    label: 'Contingency ads',
    help: 'Sessions whose ad request fails or comes too late get the ads of a request that names no viewer. It is sent once for each break, stitcher and kind of device.',
    section: 'ad-server',
    types: live,
    effect:
      'live: where the ad server could not be reached, did not answer in time or had no turn left, the newest answer of the last hour to a request without a viewer is placed',
    proof: [
      'apps/stitcher/src/ad-decisions/contingency.test.ts › a session whose request fails gets the ads of the request that names no viewer',
    ],
  }),
  adFrequencyCap: setting(wholeBetween(0, 100).default(0).describe('ads; 0 = no cap'), {
    label: 'Frequency cap',
    help: 'How often one session gets the same creative. 0: as often as the ad server returns it.',
    section: 'ad-server',
    effect:
      'a creative that a session was given that often is left out, with the reason `FREQUENCY_CAP`; 0 = no cap',
    proof: [
      'apps/stitcher/src/ad-decisions/decision-fields.test.ts › V10 adFrequencyCap leaves out what the session was given that often',
    ],
  }),
};

const section = 'pre-roll';
const shownWith = 'enablePreRoll';

const preRollGroup = settingGroup(
  {
    maxDuration: setting(between(0, 600).default(30).describe('seconds'), {
      label: 'Maximum duration',
      help: 'Of all ads of the pre-roll together.',
      section,
      shownWith,
      unit: 's',
      effect: 'maximum duration of the pre-roll in seconds',
      proof: [
        'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
      ],
    }),
    maxCount: setting(wholeBetween(0, 50).default(1), {
      label: 'Maximum ads',
      help: 'Number of ads in the pre-roll.',
      section,
      shownWith,
      effect: 'maximum number of ads in the pre-roll',
      proof: [
        'apps/stitcher/src/hls/break-fields.test.ts › CHE-037 begins the session with ads of its own ad source, and the programme follows',
      ],
    }),
    useDifferentAdServer: setting(z.boolean().default(false), {
      label: 'Use a different ad server',
      help: 'The pre-roll is requested from a separate ad server instead of the channel’s.',
      section,
      shownWith,
      effect: 'the pre-roll is requested from the ad source below',
      proof: [
        'apps/stitcher/src/dash/live-dash.test.ts › may have an ad source of its own, with its own number of ads',
        'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
      ],
    }),
    adSource: adSourceGroup(
      {
        system: {
          label: 'Pre-roll ad server system',
          effect: 'the system of the pre-roll’s own ad source',
          proof: [
            'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
            'apps/stitcher/src/hls/break-fields.test.ts › CHE-037 begins the session with ads of its own ad source, and the programme follows',
          ],
        },
        url: {
          label: 'Pre-roll ad server URL',
          effect: 'the address of the pre-roll’s own ad source',
          sentTo: ['preRoll.adSource.url', 'stitcher.httpProxyUrl', 'systemId'],
          proof: [
            'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
            'apps/stitcher/src/hls/break-fields.test.ts › CHE-037 begins the session with ads of its own ad source, and the programme follows',
          ],
        },
        params: {
          label: 'Pre-roll ad source params',
          effect: 'the parameters of the pre-roll’s own ad source',
          proof: [
            'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
            'apps/stitcher/src/hls/break-fields.test.ts › CHE-037 begins the session with ads of its own ad source, and the programme follows',
          ],
        },
      },
      { section, shownWith: 'preRoll.useDifferentAdServer' },
    ),
  },
  (shape) => z.object(shape).prefault({}),
);
export const preRoll = preRollGroup.schema;

export const preRollSettings = {
  enablePreRoll: setting(z.boolean().default(false), {
    label: 'Pre-roll',
    help: 'A session starts with ads: live in place of the first seconds, on demand before the content.',
    section,
    effect:
      'a session starts with ads: live in place of the first seconds, on demand before the content unless its breaks name a pre-roll',
    proof: [
      'apps/stitcher/src/hls/break-fields.test.ts › CHE-037 begins the session with ads of its own ad source, and the programme follows',
      'apps/stitcher/src/dash/live-dash.test.ts › is shown at the start of a session, which lists nothing before it and begins with it',
      'apps/stitcher/src/vod/vod-fields.test.ts › CHE-037 enablePreRoll puts ads before a programme whose breaks name none',
    ],
  }),
  preRoll: preRollGroup,
};
