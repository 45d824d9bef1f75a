/** The profile of creatives and slates, and the id of a creative. */
import { z } from 'zod';
import { between, optionalUrlWithCredentials } from './schemas.ts';
import { live, setting, settingGroup } from './setting.ts';

const loudness = 'audio-normalization';

const audioNormalizationSettings = {
  integratedLoudness: setting(between(-70, -5).default(-23).describe('LUFS'), {
    label: 'Integrated Loudness',
    help: 'Over the whole ad. European broadcast uses -23 (EBU R 128).',
    section: loudness,
    unit: 'LUFS',
    shownWith: 'profile.useAudioNormalization',
    effect: 'LUFS over the whole creative, measured and set when a creative is conditioned',
    proof: [
      'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative',
    ],
  }),
  loudnessRange: setting(between(1, 20).default(11).describe('LU'), {
    label: 'Loudness Range',
    help: 'Between the quiet and the loud parts of the ad. A range up to this stays; a wider one is narrowed to at most 4 LU more.',
    section: loudness,
    unit: 'LU',
    shownWith: 'profile.useAudioNormalization',
    effect:
      'LU between quiet and loud parts: a creative within it keeps its range, a wider one is narrowed, to at most 4 LU more, when it is conditioned',
    proof: [
      'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative',
    ],
  }),
  maximumTruePeakLevel: setting(between(-9, 0).default(-1).describe('dBTP'), {
    label: 'Maximum True Peak Level',
    help: 'The highest true peak of the ad.',
    section: loudness,
    unit: 'dBTP',
    shownWith: 'profile.useAudioNormalization',
    effect: 'dBTP that no peak exceeds, measured and set when a creative is conditioned',
    proof: [
      'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative',
    ],
  }),
};

const audioNormalizationGroup = settingGroup(audioNormalizationSettings, (shape) =>
  z.object(shape).prefault({}),
);
export const audioNormalization = audioNormalizationGroup.schema;

const inProfile = { section: 'profile', editedIn: 'profile' } as const;

/** How creatives are conditioned for this channel. Unknown keys are kept. */
const profileGroup = settingGroup(
  {
    muxingType: setting(z.enum(['cmaf', 'ts']).optional(), {
      ...inProfile,
      label: 'Muxing type',
      help: 'Container of the ladder, cmaf or ts. Creatives of a saved channel have that of its source.',
      effect:
        'part of the ladder, which is not used without it; the container of creatives for a channel that is not saved. Those of a saved channel have the container of its source: no playlist can mix two',
      proof: [
        'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › SLATE-007 creatives are encoded to the ladder of the profile, not to that of the source',
      ],
    }),
    manifestType: setting(z.enum(['hls', 'dash']).optional(), {
      ...inProfile,
      label: 'Manifest type',
      help: 'Protocol that the ladder is for: hls or dash.',
      effect:
        'the protocol that the ladder of the profile is for: only a channel of it encodes creatives to that ladder',
      proof: [
        'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › SLATE-007 creatives are encoded to the ladder of the profile, not to that of the source',
      ],
    }),
    hasSeparateAudio: setting(z.boolean().optional(), {
      ...inProfile,
      label: 'Separate audio',
      help: 'The ladder has separate (demultiplexed) audio. Creatives of a saved channel have their audio where its source has it.',
      effect:
        'part of the ladder, which is not used without it; whether creatives for a channel that is not saved have separate audio. Those of a saved channel have their audio where its source has it',
      proof: [
        'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › SLATE-007 creatives are encoded to the ladder of the profile, not to that of the source',
      ],
    }),
    hlsEnableIframeTracks: setting(z.boolean().optional(), {
      ...inProfile,
      label: 'I-frame playlists of creatives',
      help: 'Creatives get an I-frame playlist.',
      effect: 'creatives get an I-frame playlist, also where the source has none',
      proof: [
        'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative',
      ],
    }),
    useAudioNormalization: setting(z.boolean().default(false), {
      label: 'Use audio normalization',
      help: 'Brings ads and slates to the loudness below (EBU R 128). Off: they keep their loudness. A change encodes them again.',
      section: loudness,
      effect: 'creatives are brought to the loudness below; off = as they are',
      proof: [
        'apps/control-plane/src/resources/channel-assets/channel-asset-routes.test.ts › CHE-069 CHE-070 CHE-071 CHE-072 the profile of the channel decides loudness and I-frames of a creative',
      ],
    }),
    audioNormalization: audioNormalizationGroup,
  },
  (shape) => z.looseObject(shape).prefault({}),
  {
    label: 'Profile',
    help: 'Creatives are encoded to its ladder, which Analyse fills in; without a whole one, to that of the source. Another profile requires new encodings; the earlier ones play until they are ready.',
    section: 'profile',
  },
);
export const encodingProfile = profileGroup.schema;

export const creativeSettings = {
  profile: profileGroup,
  generateTitleIdsUsingURL: setting(z.boolean().default(false), {
    label: 'Generate from source URL',
    help: 'The address of its file, without the query, identifies a creative. For ad servers whose ids change.',
    section: 'ad-clip-identifier',
    effect: 'the address of the file, without its query, identifies a creative',
    proof: [
      'apps/stitcher/src/ad-decisions/new-creatives.test.ts › CHE-066 %s is the id under which a creative is encoded',
    ],
  }),
  useMediaFileIdAsAdId: setting(z.boolean().default(false), {
    label: 'Use media file id',
    help: 'The id of its MediaFile in the VAST identifies a creative.',
    section: 'ad-clip-identifier',
    effect: '`MediaFile@id` identifies a creative',
    proof: [
      'apps/stitcher/src/ad-decisions/new-creatives.test.ts › CHE-066 %s is the id under which a creative is encoded',
    ],
  }),
};

export const slateSettings = {
  isUsingAdSlate: setting(z.boolean().default(true), {
    label: 'Use Ad Slate',
    help: 'Fills the rest of a break after its ads. Off: viewers see the source there.',
    section: 'ad-slate',
    types: live,
    effect: 'slate fills the rest of a break after its ads; off: the source does',
    proof: [
      'apps/stitcher/src/vod/vod.test.ts › isUsingAdSlate fills what ads leave of a replaced break, and all of it without ads',
    ],
  }),
  adSlateManifestUrl: setting(optionalUrlWithCredentials, {
    label: 'Ad Slate URL',
    help: 'The manifest of the slate in the protocol of this channel; filled in when a slate is selected or uploaded.',
    section: 'ad-slate',
    types: live,
    control: 'url',
    shownWith: 'isUsingAdSlate',
    effect: 'the slate that fills it',
    sentTo: ['adSlateManifestUrl', 'systemId'],
    proof: ['apps/stitcher/src/faults.test.ts › no ad but a slate: slate, with its reason'],
  }),
  adSlateInBlackoutsOnly: setting(z.boolean().default(false), {
    label: 'Slate in blackouts only',
    help: 'Slate fills only breaks whose SCTE 35 message does not allow web delivery; in all others viewers see the source. Off: slate fills the rest of every break.',
    section: 'ad-slate',
    types: live,
    shownWith: 'isUsingAdSlate',
    effect:
      'slate fills only breaks whose SCTE 35 message has `web_delivery_allowed_flag` 0; off: every break',
    proof: [
      'apps/stitcher/src/ad-decisions/blackout.test.ts › SCTE-S9 adSlateInBlackoutsOnly shows slate where web delivery is not allowed, else the source',
    ],
  }),
};
