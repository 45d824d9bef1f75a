/** Settings of outputs: windows of live outputs, HLS playlists, tracks, addresses. */
import { z } from 'zod';
import { suppressibleHlsTags } from '../channel-values.ts';
import { between } from './schemas.ts';
import { hls, live, type SettingDescriptor, setting, settingGroup } from './setting.ts';

const liveDelayMessage = 'Live delay should be less than 600 seconds and more than 0';
const shownForLive = { section: 'live', types: live } as const;

export const liveSettings = {
  timeShiftWindow: setting(
    between(0, 3600).int('value must be between 0 and 3600').default(0).describe('seconds'),
    {
      ...shownForLive,
      label: 'Timeshift Window',
      help: 'How far back a session can start with ?start=…: the stitcher keeps the segments of the source this long. 0: no start-over.',
      unit: 's',
      effect:
        'seconds of the past that are kept: a session with `start=` starts there, with its breaks replaced',
      proof: [
        'apps/stitcher/src/hls/window-fields.test.ts › CHE-047 timeShiftWindow with start= begins in the past, with its breaks replaced',
      ],
    },
  ),
  liveDelay: setting(
    z
      .number({ error: liveDelayMessage })
      .min(0, liveDelayMessage)
      .max(600, liveDelayMessage)
      .default(0)
      .describe('seconds'),
    {
      ...shownForLive,
      label: 'Live edge timing adjustment',
      help: 'Delays viewers behind the source; breaks are known, and their ads decided, this much earlier.',
      unit: 's',
      effect:
        'seconds of the output’s live edge behind the source; breaks are known and decided this much earlier',
      proof: [
        'apps/stitcher/src/hls/window-fields.test.ts › CHE-048 liveDelay keeps the edge behind the source, once there are segments that old',
      ],
    },
  ),
  dvrWindow: setting(between(0, 3600).default(0).describe('seconds; 0 = as the source'), {
    ...shownForLive,
    label: 'Playlist size',
    help: 'Duration that a playlist lists, which is how far viewers can seek back. 0: as the source.',
    unit: 's',
    effect: 'seconds that a session lists; 0 = as the source',
    proof: [
      'apps/stitcher/src/hls/window-fields.test.ts › CHE-049 dvrWindow lists more, or less, than the source',
    ],
  }),
  startAtDvrWindow: setting(z.boolean().default(true), {
    ...shownForLive,
    label: 'Growing Playlist',
    help: 'A session starts with as many segments as the source lists and grows to the playlist size. Off: the whole playlist at once.',
    effect: 'off: a session starts with what the source lists and grows to `dvrWindow`',
    proof: [
      'apps/stitcher/src/hls/window-fields.test.ts › CHE-050 a growing playlist begins as the source and grows to dvrWindow',
    ],
  }),
  decodeSplices: setting(z.boolean().default(true), {
    ...shownForLive,
    label: 'Look at splices',
    help: 'The monitor decodes two seconds on each side of a splice, and shows its pictures, black, silence and loudness. Takes 5 % of a core at most.',
    effect:
      'on: the monitor decodes up to two seconds of what viewers get before and behind each splice, within 5 % of a core; off: it decodes nothing of the channel',
    proof: [
      'apps/monitor/src/splices/watch-splices.test.ts › a channel without decodeSplices loads and decodes nothing',
    ],
  }),
  suggestedPresentationDelay: setting(
    between(0, 600).nullable().default(null).describe('seconds'),
    {
      label: 'Suggested presentation delay',
      help: 'MPD@suggestedPresentationDelay: how far behind the live edge DASH players start. Empty: as the source. HLS uses the live edge timing adjustment.',
      section: 'presentation-delay',
      unit: 's',
      effect: 'seconds behind the live edge where players of DASH join',
      proof: [
        'apps/stitcher/src/dash/dash-fields.test.ts › CHE-004 suggestedPresentationDelay is where players join; without it three segments behind',
      ],
    },
  ),
};

export const hlsSettings = {
  hlsIndependentMediaSequences: setting(z.boolean().default(false), {
    label: 'Independent Media Sequences',
    help: 'Every session counts its own segments, from 1,000. Off: the media sequence of the source, shifted by the segments of ads.',
    section: 'hls',
    types: ['hls-live'],
    effect: 'every session counts its own segments',
    proof: [
      'apps/stitcher/src/hls/window-fields.test.ts › CHE-052 hlsIndependentMediaSequences counts the segments of the session',
    ],
  }),
  hlsLegacyMediaSequenceHandling: setting(z.boolean().default(false), {
    label: 'Legacy Media Sequence Handling',
    help: 'The media sequence of the source wherever no break is listed; it jumps or stalls when a break leaves the playlist. Only for players that require it.',
    section: 'hls',
    types: ['hls-live'],
    effect: 'media sequence numbers of the source wherever no break is listed',
    proof: [
      'apps/stitcher/src/hls/window-fields.test.ts › CHE-052 hlsLegacyMediaSequenceHandling has the numbers of the source outside breaks',
    ],
  }),
  hlsSuppressTags: setting(
    z.array(z.enum(suppressibleHlsTags)).max(suppressibleHlsTags.length).default([]),
    {
      label: 'Suppress HLS Tags',
      help: 'Removed from every playlist. Without DISCONTINUITY-SEQUENCE players may stall after a break.',
      section: 'hls',
      types: ['hls-live'],
      effect: 'these tags are removed from playlists',
      proof: ['apps/stitcher/src/hls/break-fields.test.ts › leaves out %s and nothing else'],
    },
  ),
  preservePlaylistFilename: setting(z.boolean().default(false), {
    label: 'Preserve playlist name',
    help: 'Media playlists keep their file names from the source, for players and CDN rules that depend on them.',
    section: 'hls',
    types: hls,
    effect: 'media playlists keep their file names from the source',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › CHE-054 preservePlaylistFilename keeps the names of playlists, and ads below them work',
      'apps/stitcher/src/vod/vod-fields.test.ts › CHE-054 preservePlaylistFilename keeps the names of playlists on demand, and ads below them work',
    ],
  }),
};

const mediaTracksGroup = settingGroup(
  {
    iFrames: setting(z.boolean().default(false), {
      label: 'I-frame tracks',
      help: 'I-frame and trick play tracks of the source stay in the output; ads get them, too.',
      section: 'output',
      effect: 'I-frame playlists of HLS, trick play and thumbnails of DASH',
      proof: [
        'apps/stitcher/src/hls/track-fields.test.ts › H25 I-frames are there when the channel wants them and ads have them',
        'apps/stitcher/src/dash/dash-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared as configured',
        'apps/stitcher/src/vod/vod-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared in MPDs on demand',
      ],
    }),
    subtitles: setting(z.boolean().default(true), {
      label: 'Subtitles',
      help: 'Subtitles of the source stay in the output; they are empty during ads.',
      section: 'output',
      effect: 'subtitles, with empty segments in ads',
      proof: [
        'apps/stitcher/src/hls/track-fields.test.ts › includeMediaTracks leaves subtitles and closed captions out',
        'apps/stitcher/src/dash/dash-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared as configured',
        'apps/stitcher/src/vod/vod-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared in MPDs on demand',
      ],
    }),
    closedCaptions: setting(z.boolean().default(true), {
      label: 'Closed captions',
      help: 'Closed captions of the source are signalled in the output.',
      section: 'output',
      effect: 'captions in the video are signalled; off: players offer none',
      proof: [
        'apps/stitcher/src/hls/track-fields.test.ts › includeMediaTracks leaves subtitles and closed captions out',
        'apps/stitcher/src/dash/dash-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared as configured',
        'apps/stitcher/src/vod/vod-fields.test.ts › includeMediaTracks: subtitles, trick play and captions are declared in MPDs on demand',
      ],
    }),
  },
  (shape) => z.object(shape).prefault({}),
);
export const includeMediaTracks = mediaTracksGroup.schema;

export const outputSettings = {
  includeMediaTracks: mediaTracksGroup,
  overwriteGroupId: setting(z.string().max(100).default(''), {
    label: 'Audio group id',
    help: 'GROUP-ID of the audio group in the output; further groups get the suffix -2, -3. Empty: as the source.',
    section: 'output',
    types: hls,
    effect: 'GROUP-ID of the audio group in multivariant playlists',
    proof: [
      'apps/stitcher/src/hls/track-fields.test.ts › overwriteGroupId names the audio group; compatibilityHlsMedia keeps one',
    ],
  }),
};

interface ReplacementTexts {
  readonly title: string;
  readonly addresses: string;
  readonly parameter: string;
  readonly proof: Readonly<
    Record<'regex' | 'options' | 'replacement' | 'byViewer', SettingDescriptor['proof']>
  >;
}

function replacementGroup({ title, addresses, parameter, proof }: ReplacementTexts) {
  const section = 'locations';
  return settingGroup(
    {
      regex: setting(z.string().max(512).default(''), {
        label: `${title} location pattern`,
        help: `Regular expression on the absolute addresses of ${addresses}. Empty: no replacement.`,
        section,
        effect: `what is replaced in the addresses of ${addresses}; empty = nothing`,
        proof: proof.regex,
      }),
      options: setting(
        z
          .string()
          .regex(/^[gimsu]{0,5}$/)
          .default(''),
        {
          label: `${title} location options`,
          help: 'Flags of the pattern: g all matches, i ignore case, m and s as in JavaScript.',
          section,
          effect: '`g` all matches, `i`, `m`, `s`, `u`',
          proof: proof.options,
        },
      ),
      defaultReplacement: setting(z.string().max(2_000).default(''), {
        label: `${title} location replacement`,
        help: 'Replaces the match; $1 is the first group.',
        section,
        effect: 'the replacement, with `$1` groups',
        proof: proof.replacement,
      }),
      allowOverwriteDefault: setting(z.boolean().default(false), {
        label: `${title} location by the viewer`,
        help: `A viewer’s ${parameter}… overrides the replacement, limited to hosts that this channel names.`,
        section,
        effect: `a viewer’s \`${parameter}\` overrides it, limited to hosts that the channel names`,
        proof: proof.byViewer,
      }),
    },
    (shape) => z.object(shape).prefault({}),
  );
}

const contentReplacement = replacementGroup({
  title: 'Content',
  addresses: 'segments, maps and keys of the source',
  parameter: 'contentLocation=',
  proof: {
    regex: [
      'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
      'apps/stitcher/src/dash/dash-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite the addresses of an MPD',
    ],
    options: [
      'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
    ],
    replacement: [
      'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
      'apps/stitcher/src/dash/dash-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite the addresses of an MPD',
    ],
    byViewer: [
      'apps/stitcher/src/hls/track-fields.test.ts › allowOverwriteDefault lets a viewer choose among the hosts of the channel',
    ],
  },
});
export const locationReplacement = contentReplacement.schema;

export const locationSettings = {
  contentLocationReplacement: contentReplacement,
  adLocationReplacement: replacementGroup({
    title: 'Ad',
    addresses: 'segments and maps of ads',
    parameter: 'adLocation=',
    proof: {
      regex: [
        'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
        'apps/stitcher/src/dash/dash-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite the addresses of an MPD',
      ],
      options: [
        'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
      ],
      replacement: [
        'apps/stitcher/src/hls/track-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite addresses',
        'apps/stitcher/src/dash/dash-fields.test.ts › contentLocationReplacement and adLocationReplacement rewrite the addresses of an MPD',
      ],
      byViewer: [
        'apps/stitcher/src/hls/track-fields.test.ts › allowOverwriteDefault lets a viewer choose among the hosts of the channel for ads',
      ],
    },
  }),
};
