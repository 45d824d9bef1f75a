/** The advanced settings of a channel, as the list of the editor's sections takes them. */
import { AdSlateSection } from '../ad-slate/ad-slate-section.tsx';
import { AuthenticationSection } from './authentication-section.tsx';
import { CacheSection } from './cache-section.tsx';
import { isHls, isLive, isVod } from './channel-kinds.ts';
import { ClipIdSection } from './clip-id-section.tsx';
import { HlsSection } from './hls-section.tsx';
import { LiveSection } from './live-section.tsx';
import { LocationSection } from './location-section.tsx';
import { LoudnessSection } from './loudness-section.tsx';
import { OutputSection } from './output-section.tsx';
import { SchedulerSection } from './scheduler-section.tsx';
import { StitcherSection } from './stitcher-section.tsx';

const group = 'advanced' as const;

export const advancedSections = [
  {
    id: 'live',
    title: 'Live window',
    group,
    Section: LiveSection,
    shownFor: isLive,
    fields: ['timeShiftWindow', 'liveDelay', 'dvrWindow', 'startAtDvrWindow'],
  },
  {
    id: 'hls',
    title: 'HLS playlists',
    group,
    Section: HlsSection,
    shownFor: isHls,
    fields: [
      'hlsIndependentMediaSequences',
      'hlsLegacyMediaSequenceHandling',
      'hlsSuppressTags',
      'preservePlaylistFilename',
    ],
  },
  {
    id: 'stitcher',
    title: 'VoD stitcher',
    group,
    Section: StitcherSection,
    shownFor: isVod,
    fields: ['stitcher'],
  },
  {
    id: 'ad-clip-identifier',
    title: 'Ad clip identifier',
    group,
    hint: 'What makes two ads the same creative, so that it is encoded once. Neither: the ids that the ad server tells.',
    Section: ClipIdSection,
    fields: ['generateTitleIdsUsingURL', 'useMediaFileIdAsAdId'],
  },
  {
    id: 'ad-slate',
    title: 'Ad slate',
    group,
    hint: 'Shown where the ads of a break leave something over, or where there are none.',
    Section: AdSlateSection,
    shownFor: isLive,
    fields: ['isUsingAdSlate', 'adSlateManifestUrl'],
  },
  {
    id: 'audio-normalization',
    title: 'Audio normalization',
    group,
    Section: LoudnessSection,
    fields: ['profile.useAudioNormalization', 'profile.audioNormalization'],
  },
  {
    id: 'scheduler',
    title: 'Scheduler',
    group,
    Section: SchedulerSection,
    shownFor: isLive,
    fields: ['schedulerExternalId'],
  },
  {
    id: 'output',
    title: 'Output tracks',
    group,
    Section: OutputSection,
    fields: ['includeMediaTracks', 'overwriteGroupId'],
  },
  {
    id: 'cache',
    title: 'Prefetch and cache',
    group,
    Section: CacheSection,
    fields: ['prefetchDuration', 'cacheTime', 'cacheList'],
  },
  {
    id: 'locations',
    title: 'Location replacement',
    group,
    hint: 'Addresses in the output are rewritten, for CDNs of your own.',
    Section: LocationSection,
    fields: ['contentLocationReplacement', 'adLocationReplacement'],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    group,
    Section: AuthenticationSection,
    fields: ['authentication'],
  },
] as const;
