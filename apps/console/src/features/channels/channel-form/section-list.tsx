/** The sections of the editor: those of the contract, and a trial of the segmentation (CHE-004). */
import {
  type ChannelType,
  editedSettings,
  isShownFor,
  type SettingSection,
  type SettingSectionId,
  settingAround,
  settingSections,
} from '@interlude/contract';
import type { ReactNode } from 'react';
import { known, t } from '../../../texts/t.ts';
import { TryItSection } from '../analysis/try-it/try-it-section.tsx';
import { SettingList } from './setting-list.tsx';

export interface ChannelSection extends Omit<SettingSection, 'id'> {
  /** The name after `#` that leads here. */
  readonly id: SettingSectionId | 'try-it';
}

const tryIt: ChannelSection = {
  id: 'try-it',
  title: t('Try it'),
  hint: t('The breaks that these settings find in the source now. Nothing is saved.'),
};

function inLanguage({ hint, ...section }: SettingSection): SettingSection {
  return {
    ...section,
    title: known(section.title),
    ...(hint !== undefined && { hint: known(hint) }),
  };
}

const sections: readonly ChannelSection[] = settingSections.flatMap((section) =>
  section.id === 'segmentation' ? [inLanguage(section), tryIt] : [inLanguage(section)],
);

/** A section without a setting for this type of channel is left out. */
export function sectionsFor(type: ChannelType): readonly ChannelSection[] {
  return sections.filter(
    ({ id }) =>
      id === tryIt.id ||
      editedSettings.some((setting) => setting.section === id && isShownFor(setting, type)),
  );
}

export function sectionContent({ id }: ChannelSection): ReactNode {
  return id === 'try-it' ? <TryItSection /> : <SettingList section={id} />;
}

/** The section in which the value at a path of the form is edited. */
export function sectionOf(path: string): SettingSectionId | undefined {
  return settingAround(path)?.section;
}
