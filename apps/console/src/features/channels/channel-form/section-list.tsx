/** The sections of the editor, in the order in which they stand on the page (CHE-004). */
import type { ComponentType } from 'react';
import { advancedSections } from '../advanced/advanced-sections.ts';
import { TryItSection } from '../analysis/try-it/try-it-section.tsx';
import type { ChannelFormValues } from './channel-form-values.ts';
import { AdBeaconsSection } from './sections/ad-beacons-section.tsx';
import { AdBreakSection } from './sections/ad-break-section.tsx';
import { AdServerSection } from './sections/ad-server-section.tsx';
import { BeaconSettingsSection } from './sections/beacon-settings-section.tsx';
import { CustomBeaconsSection } from './sections/custom-beacons-section.tsx';
import { DetailsSection } from './sections/details-section.tsx';
import { PreRollSection } from './sections/pre-roll-section.tsx';
import { PresentationDelaySection } from './sections/presentation-delay-section.tsx';
import { ProfileSection } from './sections/profile-section.tsx';
import { SegmentationSection } from './sections/segmentation-section.tsx';
import { SourceSection } from './sections/source-section.tsx';

export interface ChannelSection {
  /** The name after `#` that leads here. */
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  /** Reads and writes the form by `useFormContext`. */
  readonly Section: ComponentType;
  /** Left out: for every channel. Asked again when the type changes. */
  readonly shownFor?: (values: ChannelFormValues) => boolean;
  /** Paths of the values that are edited here; what lies inside them is too. */
  readonly fields: readonly string[];
  readonly group?: 'advanced';
}

export const sectionList: readonly ChannelSection[] = [
  {
    id: 'details',
    title: 'Channel details',
    Section: DetailsSection,
    fields: ['name', 'type', 'apiKey', 'http', 'presetId', 'systemId', 'externalBaseUrl'],
  },
  {
    id: 'source',
    title: 'Source',
    hint: 'The stream that viewers would get without ads.',
    Section: SourceSection,
    fields: [
      'sourceManifestUrl',
      'trueSourceUrl',
      'sourceHeaders',
      'isMultiPeriod',
      'compatibilityHlsMedia',
      'setScanningFrequency',
      'minimumSourceUpdatePeriod',
      'dynamicConfiguration',
    ],
  },
  {
    id: 'profile',
    title: 'Profile',
    hint: 'How creatives are made to fit this channel.',
    Section: ProfileSection,
    fields: ['profile'],
  },
  {
    id: 'ad-server',
    title: 'Ad server',
    hint: 'Asked for every break of every viewer. Without an answer the viewer sees slate or content.',
    Section: AdServerSection,
    fields: ['adSource', 'cohortsEnabled'],
  },
  {
    id: 'ad-breaks',
    title: 'Ad break management',
    Section: AdBreakSection,
    fields: [
      'dropPartialReplacements',
      'dropPartialReplacementsMinPercentage',
      'passThroughCaidSegmentation',
    ],
  },
  {
    id: 'pre-roll',
    title: 'Pre-roll',
    Section: PreRollSection,
    fields: ['enablePreRoll', 'preRoll'],
  },
  {
    id: 'presentation-delay',
    title: 'Suggested presentation delay',
    Section: PresentationDelaySection,
    fields: ['suggestedPresentationDelay'],
  },
  {
    id: 'segmentation',
    title: 'Segmentation configuration',
    hint: 'Which markers of the source open and close a break.',
    Section: SegmentationSection,
    fields: ['segmentationConfiguration', 'fallbackSourceTags'],
  },
  {
    id: 'try-it',
    title: 'Try it',
    hint: 'The breaks that these settings would find in the source now. Nothing is saved by it.',
    Section: TryItSection,
    fields: [],
  },
  {
    id: 'ad-beacons',
    title: 'Ad beacons',
    hint: "The platform's own, beside the trackers of the ads. Macros such as [SESSIONID] and [ADID] are filled in.",
    Section: AdBeaconsSection,
    fields: ['internalBeacons.events'],
  },
  {
    id: 'beacon-settings',
    title: 'Beacon settings',
    Section: BeaconSettingsSection,
    fields: ['enableServerSideBeacons', 'beaconTiming', 'internalBeacons.baseUrl'],
  },
  {
    id: 'custom-beacons',
    title: 'Custom beacon server',
    hint: 'Further trackers for the player to send, of every ad.',
    Section: CustomBeaconsSection,
    fields: ['customClientSideBeacons'],
  },
  ...advancedSections,
];
