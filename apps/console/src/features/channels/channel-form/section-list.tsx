/** The sections of the editor, in the order in which they stand on the page (CHE-004). */
import type { ComponentType } from 'react';
import type { ChannelFormValues } from './channel-form-values.ts';
import { AdServerSection } from './sections/ad-server-section.tsx';
import { DetailsSection } from './sections/details-section.tsx';
import { SourceSection } from './sections/source-section.tsx';

export interface ChannelSection {
  /** The name after `#` that leads here. */
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  /** Reads and writes the form by `useFormContext`. */
  readonly Section: ComponentType;
  /** Left out: for every channel. */
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
    fields: ['name', 'type', 'apiKey', 'http', 'presetId'],
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
    id: 'ad-server',
    title: 'Ad server',
    hint: 'Asked for every break of every viewer. Without an answer the viewer sees slate or content.',
    Section: AdServerSection,
    fields: ['adSource', 'cohortsEnabled'],
  },
];
