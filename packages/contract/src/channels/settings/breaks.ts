/** Settings of breaks: the cues that open and close them, and conditions for replacing them. */
import { z } from 'zod';
import { refuseShortSalts } from '../../ad-servers/hash-with-salt.ts';
import { between, wholeBetween } from './schemas.ts';
import { setting, settingGroup } from './setting.ts';

export const breakSettings = {
  dropPartialReplacements: setting(z.boolean().default(false), {
    label: 'Drop partial replacements',
    help: 'Keep the source when ads fill less than the minimum fill of the break.',
    section: 'ad-breaks',
    effect: 'the source is kept in a break that ads fill less than the share below',
    proof: [
      'apps/stitcher/src/ad-decisions/decision-fields.test.ts › CHE-019 dropPartialReplacements %s',
    ],
  }),
  dropPartialReplacementsMinPercentage: setting(
    between(0, 100).int().default(0).describe('percent'),
    {
      label: 'Minimum fill',
      help: 'Keep the source when ads fill less than this share of the break.',
      section: 'ad-breaks',
      shownWith: 'dropPartialReplacements',
      unit: '%',
      effect: 'that share, percent of the break',
      proof: [
        'apps/stitcher/src/ad-decisions/decision-fields.test.ts › on, and they fill less than dropPartialReplacementsMinPercentage',
      ],
    },
  ),
  passThroughCaidSegmentation: setting(z.boolean().default(false), {
    label: 'Pass content identifiers through',
    help: 'Markers that name the content stay in the output, and its identifier is sent to the ad server.',
    section: 'ad-breaks',
    effect:
      'the content id of the running programme is sent to the ad server as `contentId`, and its tags stay in outputs of HLS',
    proof: [
      'apps/stitcher/src/hls/window-fields.test.ts › passThroughCaidSegmentation sends the content id to the ad server and keeps its tag',
      'apps/stitcher/src/dash/dash-fields.test.ts › passThroughCaidSegmentation sends the content id of the current programme to the ad server',
    ],
  }),
};

const typeIds = z
  .array(wholeBetween(0, 255), { error: 'Invalid JSON' })
  .min(1, 'I should not be empty!');

const section = 'segmentation';

/** The cues that open and close a break. Unknown keys (one per hash) are kept. */
const segmentationGroup = settingGroup(
  {
    spliceMode: setting(z.enum(['both', 'splice_insert', 'time_signal', 'tags']).default('both'), {
      label: 'Splice mode',
      help: 'SCTE 35 commands that open and close breaks.',
      section,
      choices: {
        both: 'splice_insert and time_signal',
        splice_insert: 'splice_insert only',
        time_signal: 'time_signal only',
        tags: 'Tags of the manifest only',
      },
      effect:
        'the SCTE 35 commands that open and close breaks; `tags`: the attributes of the tags instead of SCTE 35',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › spliceMode leaves out the commands that it does not name',
      ],
    }),
    defaultDuration: setting(
      between(0, 3600).default(0).describe('seconds; 0 = until the return cue'),
      {
        label: 'Default duration',
        help: 'Duration of a break whose marker has none. 0: until the return marker.',
        section,
        unit: 's',
        effect: 'seconds of a break whose marker has no duration; 0 = until its return',
        proof: [
          'apps/stitcher/src/hls/marker-fields.test.ts › defaultDuration ends a break whose marker has none',
        ],
      },
    ),
    segmentationTypeIdsStart: setting(typeIds.default([0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46]), {
      label: 'Segmentation type ids, start',
      help: 'A time_signal with one of these segmentation_type_ids opens a break, e.g. 34 break, 48 provider ad, 50 distributor ad, 52 and 54 placement opportunities.',
      section,
      effect: 'segmentation_type_ids of a time_signal that open a break',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › segmentationTypeIdsStart are the types that open a break',
      ],
    }),
    segmentationTypeIdsEnd: setting(typeIds.default([0x23, 0x31, 0x33, 0x35, 0x37, 0x45, 0x47]), {
      label: 'Segmentation type ids, end',
      help: 'A time_signal with one of these closes it: usually the start plus one.',
      section,
      effect: 'segmentation_type_ids of a time_signal that close a break',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › segmentationTypeIdsEnd are the types that close a break',
      ],
    }),
    scte35IsHexNotBase64: setting(z.boolean().default(false), {
      label: 'SCTE-35 is hex, not Base64',
      help: 'Markers are read as hex alone. Off: as Base64, or as hex where they have the prefix 0x or begin with the table_id FC in hex.',
      section,
      effect:
        'SCTE 35 payloads are read as hex alone; off: as Base64, or as hex where they have the prefix `0x` or begin with the table_id FC in hex',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › scte35IsHexNotBase64 reads payloads as hex alone',
      ],
    }),
    fallbackSourceTags: setting(z.array(z.string().max(60)).max(20).default([]), {
      label: 'Fallback source tags of this configuration',
      help: 'Override the fallback source tags of the channel, unless empty.',
      section,
      effect:
        'tags in order: the first that appears is read, the others are ignored until the channel is reset',
      proof: [
        'apps/stitcher/src/hls/marker-fields.test.ts › fallbackSourceTags of the configuration are the only tags that are read',
        'apps/stitcher/src/origin/dash/dash-break-finder.test.ts › fallbackSourceTags of the configuration override those of a DASH channel, as in HLS',
      ],
    }),
  },
  (shape) =>
    z
      .looseObject(shape)
      .superRefine((configuration, context) => refuseShortSalts(configuration, context))
      .prefault({}),
  {
    label: 'Segmentation configuration',
    help: 'All of the above as JSON. An entry under the hash of a source address or of a content identifier overrides it there.',
    section,
  },
);
export const segmentationConfiguration = segmentationGroup.schema;

export const segmentationSettings = {
  segmentationConfiguration: segmentationGroup,
  readInBandEvents: setting(z.boolean().default(false), {
    label: 'Read in-band events',
    help: 'SCTE 35 messages in the segments of the source (emsg) are markers, too: the first 8 KiB of each new segment are read, one request per segment, however many viewers there are.',
    section,
    types: ['dash-live'],
    effect:
      'SCTE 35 messages in `emsg` boxes open and close breaks; the first 8 KiB of each segment of the lowest Representation with an `InbandEventStream` are read, once per source',
    proof: [
      'apps/stitcher/src/dash/inband-events.test.ts › D15 readInBandEvents finds breaks that only the segments announce, by one ranged request per segment',
    ],
  }),
  fallbackSourceTags: setting(z.array(z.string().max(60)).max(20).default([]), {
    label: 'Fallback source tags',
    help: 'The only markers that are read, in order of preference: ["EXT-X-CUE-OUT", "EXT-OATCLS-SCTE35"]. In HLS the first that appears, until a reset; in DASH all event streams of the named schemes. Empty: all are read.',
    section,
    effect:
      'the same for the whole channel; in DASH, the schemes of event streams that are read. Empty = all markers are read',
    proof: [
      'apps/stitcher/src/hls/marker-fields.test.ts › fallbackSourceTags of the channel are the only tags that are read',
      'apps/stitcher/src/origin/dash/dash-break-finder.test.ts › fallbackSourceTags of a DASH channel are the only schemes that are read',
    ],
  }),
};
