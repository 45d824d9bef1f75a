/** The filter of medias by type (MED-003). */
import type { MediaType } from '@interlude/contract';
import { SegmentedChoice } from '../../components/segmented-choice/segmented-choice.tsx';
import { t } from '../../texts/t.ts';
import { mediaTypeChoices, mediaTypeOf } from './media-words.ts';

interface MediaTypeFilterProps {
  /** Undefined = all. */
  readonly type: MediaType | undefined;
  readonly onType: (type: MediaType | undefined) => void;
}

const choices: readonly (readonly [string, string])[] = [
  ['all', t('All')],
  ...mediaTypeChoices.map(({ value, label }) => [value, label] as const),
];

export function MediaTypeFilter({ type, onType }: MediaTypeFilterProps) {
  return (
    <SegmentedChoice
      label={t('Type')}
      choices={choices}
      value={type ?? 'all'}
      onChange={(value) => onType(mediaTypeOf(value))}
    />
  );
}
