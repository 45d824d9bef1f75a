/** How ads are put into content on demand (CHE-055 to CHE-064). */
import { z } from 'zod';
import { optionalUrlWithCredentials, wholeBetween } from './schemas.ts';
import { setting, settingGroup, vod } from './setting.ts';

const shownForVod = { section: 'stitcher', types: vod } as const;

export const stitcherSettings = {
  stitcher: settingGroup(
    {
      httpProxyUrl: setting(optionalUrlWithCredentials, {
        section: 'source',
        label: 'Custom http proxy url',
        help: 'HTTP proxy for requests to the source’s manifests, cue point feeds and the ad server; segments do not use it.',
        control: 'url',
        example: 'http://proxy.example.com:3128',
        effect: 'manifests, feeds and the ad server are requested through this HTTP proxy',
        sentTo: ['stitcher.httpProxyUrl', 'systemId'],
        proof: [
          'apps/stitcher/src/channels/channel-egress.test.ts › httpProxyUrl: a live source and its ad server are requested through the proxy',
          'apps/stitcher/src/channels/channel-egress.test.ts › httpProxyUrl: assets, feeds and ad servers on demand are requested through the proxy',
        ],
      }),
      shouldUseRelativeSegmentUrl: setting(z.boolean().default(false), {
        ...shownForVod,
        label: 'Use relative segment url',
        help: 'Segments on the host of the output get addresses without it. Off: segments of content and, in DASH, of ads get absolute addresses.',
        effect:
          'segments on the host of the output (the stitcher’s, or that of `externalBaseUrl`) get relative addresses; off: those of content are absolute, and those of ads in an MPD. In playlists of HLS, those of ads are always relative',
        proof: [
          'apps/stitcher/src/vod/vod-fields.test.ts › shouldUseRelativeSegmentUrl: in an MPD too, ads and content on the host of the stitcher have relative addresses',
          'apps/stitcher/src/vod/vod-fields.test.ts › shouldUseRelativeSegmentUrl: segments on the host of the stitcher have relative addresses',
        ],
      }),
      numberOfSegmentsToReplayAfterMidroll: setting(wholeBetween(0, 100).default(3), {
        ...shownForVod,
        label: 'Segments to replay after midroll',
        help: 'After inserted ads the content resumes this many segments earlier.',
        effect: 'the content resumes this many segments before an inserted mid-roll',
        proof: [
          'apps/stitcher/src/vod/vod-fields.test.ts › numberOfSegmentsToReplayAfterMidroll: the content goes on that many segments earlier',
        ],
      }),
      useScte35: setting(z.boolean().default(false), {
        ...shownForVod,
        label: 'Use SCTE-35 Ad-Markers',
        help: 'Breaks are where the source marks them. Off: where the cue point feed or the player’s request places them.',
        effect:
          'breaks are where the source marks them, instead of where a feed or the ad server says',
        proof: [
          'apps/stitcher/src/vod/vod.test.ts › useScte35 and replaceInsteadOfInsert put ads in place of what is marked',
        ],
      }),
      replaceInsteadOfInsert: setting(z.boolean().default(false), {
        ...shownForVod,
        label: 'Replace Ad-Breaks',
        help: 'Ads replace the marked content, and slate fills the rest. Off: ads are inserted, and no content is removed.',
        effect: 'ads replace the marked content; off: they are inserted before it',
        proof: [
          'apps/stitcher/src/vod/vod.test.ts › useScte35 and replaceInsteadOfInsert put ads in place of what is marked',
        ],
      }),
      shouldFilterHlsByBandwidth: setting(z.boolean().default(false), {
        section: 'stitcher',
        types: ['hls-vod'],
        label: 'Filter HLS by Bandwidth',
        help: 'Variants above the maximum bandwidth are removed; the lowest one always stays.',
        effect: 'variants above the bandwidth below are removed, but never the lowest',
        proof: [
          'apps/stitcher/src/vod/vod.test.ts › shouldFilterHlsByBandwidth leaves out what is above the threshold, but the lowest',
        ],
      }),
      bandwidthThreshold: setting(z.number().int().min(0).default(650_000).describe('bit/s'), {
        section: 'stitcher',
        types: ['hls-vod'],
        label: 'Maximum HLS Bandwidth',
        help: 'Highest BANDWIDTH of a variant when variants are filtered.',
        unit: 'bit/s',
        effect: 'that bandwidth, bit/s',
        proof: [
          'apps/stitcher/src/vod/vod-fields.test.ts › bandwidthThreshold is the highest bandwidth that stays',
        ],
      }),
      includeDashEvents: setting(z.boolean().default(false), {
        section: 'stitcher',
        types: ['dash-vod'],
        label: 'Include DASH events',
        help: 'Event streams of the source are copied to the output. Off: they are removed.',
        effect: 'event streams of the source are in the output',
        proof: [
          'apps/stitcher/src/vod/vod-fields.test.ts › includeDashEvents keeps the event streams of the source in the MPD',
        ],
      }),
      provideVastURL: setting(z.boolean().default(false), {
        ...shownForVod,
        label: 'Provide VAST URL',
        help: 'The response to a new session names a VAST document of its ads, for players that send trackers themselves.',
        effect: 'answers to new sessions name the VAST document of the session',
        proof: [
          'apps/stitcher/src/delivery/session-addresses.test.ts › CHE-063 of VoD the VAST document is named only when the channel provides it',
        ],
      }),
      removeTrackingTemplate: setting(z.boolean().default(false), {
        ...shownForVod,
        label: 'Remove Tracking template from body',
        help: 'The response contains no trackers: they are in the VAST document. Requires Provide VAST URL.',
        effect: 'trackers are removed from these answers: they are in the VAST document',
        proof: [
          'apps/stitcher/src/vod/vod.test.ts › leave the tracking out when the channel says so',
        ],
      }),
    },
    (shape) => z.object(shape).prefault({}),
  ),
};
