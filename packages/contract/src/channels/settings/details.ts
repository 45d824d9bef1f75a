import { z } from 'zod';
import { nameText } from '../../text.ts';
import { channelTypes } from '../channel-values.ts';
import { optionalUrl } from './schemas.ts';
import { live, setting } from './setting.ts';

const section = 'details';

export const detailSettings = {
  name: setting(nameText(200), {
    label: 'Channel Name',
    help: 'Shown in lists and reports, and sent to ad servers as {{channelName}}; viewers do not see it.',
    section,
    effect:
      'the channel’s name in lists, the player and log lines; sent to ad servers as `{{channelName}}`',
    proof: [
      'apps/stitcher/src/dash/dash-fields.test.ts › presetId and name are sent to ad servers whose parameters use them',
    ],
  }),
  type: setting(z.enum(channelTypes).default('hls-live'), {
    label: 'Type: manifest, mode',
    help: 'HLS or DASH, Live or VoD.',
    section,
    effect:
      'protocol of the outputs, and whether they are live (`live`) or end (`vod`); addresses of the other protocol answer with an error that says so',
    proof: [
      'apps/stitcher/src/sessions.test.ts › an address of the other protocol is none, and says so',
    ],
  }),
  apiKey: setting(
    z.string().max(200).default('').describe('viewers send it as `api-key`; empty = not required'),
    {
      label: 'API key',
      help: 'Required of viewers as api-key to start a session. Empty: not required.',
      section,
      effect:
        'a session starts only with this key in `?api-key=` or the header; empty = not required',
      sentTo: ['systemId'],
      proof: ['apps/stitcher/src/sessions.test.ts › a channel with an API key requires it'],
    },
  ),
  presetId: setting(z.string().max(60).default(''), {
    label: 'Preset',
    help: 'The preset from which this channel was filled in. Sent to ad servers where the parameters name {{presetId}}.',
    section,
    effect: 'the preset that filled in the form; sent to ad servers as `{{presetId}}`',
    proof: [
      'apps/stitcher/src/dash/dash-fields.test.ts › presetId and name are sent to ad servers whose parameters use them',
    ],
  }),
  systemId: setting(
    z
      .string()
      .max(60)
      .default('')
      .describe(
        'the SSAI cluster that plays the channel, a system of type ssai-cluster; empty = this installation',
      ),
    {
      label: 'SSAI cluster',
      help: 'Plays the channel: this installation, or another one that receives every save.',
      section,
      effect:
        'the SSAI cluster that plays the channel: its stitchers receive every save; empty = the stitchers of this installation',
      proof: [
        'apps/control-plane/src/clusters/two-installations.test.ts › API-042 CHE-014 is played there: the save answers its address, which is not taken from a client',
      ],
    },
  ),
  externalBaseUrl: setting(optionalUrl, {
    label: 'External base URL',
    help: 'The stitcher as viewers reach it, for example through a CDN: base of the output URL, manifests and beacons. Empty: the stitcher itself.',
    section,
    example: 'https://play.example.com',
    control: 'url',
    effect:
      'base of the addresses that viewers get: a CDN or proxy in front of the stitchers; empty = the stitchers themselves',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › externalBaseUrl and http make the addresses that viewers are sent to',
      'apps/stitcher/src/dash/dash-fields.test.ts › externalBaseUrl and http stand before the addresses of an MPD',
      'apps/stitcher/src/vod/vod-fields.test.ts › externalBaseUrl and http stand before the addresses of a session on demand',
    ],
  }),
  http: setting(z.boolean().default(false), {
    label: 'Use http',
    help: 'Output and beacon addresses use http instead of https, for players without TLS.',
    section,
    effect: 'the addresses that viewers get start with `http:` instead of `https:`',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › externalBaseUrl and http make the addresses that viewers are sent to',
      'apps/stitcher/src/dash/dash-fields.test.ts › externalBaseUrl and http stand before the addresses of an MPD',
      'apps/stitcher/src/vod/vod-fields.test.ts › externalBaseUrl and http stand before the addresses of a session on demand',
    ],
  }),
};

export const schedulerSettings = {
  schedulerExternalId: setting(z.string().max(200).default(''), {
    label: 'Scheduler Configuration',
    help: 'Id of this channel in an external scheduler, which then adds breaks through the API. Empty: only the markers of the source open breaks.',
    section: 'scheduler',
    types: live,
    effect: 'a live channel with an id takes breaks through the API, in addition to its markers',
    proof: [
      'apps/stitcher/src/hls/break-fields.test.ts › are replaced like marked ones, from the next boundary on, until they are cancelled',
      'apps/stitcher/src/dash/live-dash.test.ts › are replaced like marked ones, from the next boundary on, until they are cancelled',
      'apps/control-plane/src/resources/channels/scheduled-breaks.test.ts › are listed by start, of this channel alone',
    ],
  }),
};
