/** Which medias are shown: all, or those of one type (MED-003). */
import type { MediaType } from '@interlude/contract';
import { useId } from 'react';
import { mediaTypeChoices, mediaTypeOf } from './media-words.ts';

interface MediaTypeFilterProps {
  /** Undefined = all. */
  readonly type: MediaType | undefined;
  readonly onType: (type: MediaType | undefined) => void;
}

export function MediaTypeFilter({ type, onType }: MediaTypeFilterProps) {
  const name = useId();
  return (
    <fieldset className="media-filter">
      <legend className="sr-only">Type</legend>
      {[{ value: 'all', label: 'All' }, ...mediaTypeChoices].map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === (type ?? 'all')}
            onChange={() => onType(mediaTypeOf(value))}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
