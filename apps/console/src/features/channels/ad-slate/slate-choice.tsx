/** The slates of the company (SLATE-003, SLATE-004). */
import { Button, Select } from '@mantine/core';
import { text } from '../../../messages.ts';
import { useSlates } from './slate-queries.ts';
import type { ChosenSlate } from './use-slate-encoding.ts';

interface SlateChoiceProps {
  readonly chosen: string | null;
  readonly busy: boolean;
  readonly onChoose: (slate: ChosenSlate) => void;
}

export function SlateChoice({ chosen, busy, onChoose }: SlateChoiceProps) {
  const { data: slates, isError, isFetching, refetch } = useSlates();
  const choices = slates?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <div>
      <Select
        label="Choose an ad slate"
        description="Made in the form of this channel when it is not yet; save the channel afterwards."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={slates?.length === 0 ? 'No ad slates yet' : 'Ad slate'}
        nothingFoundMessage="No ad slate has this name"
        searchable
        allowDeselect={false}
        disabled={busy || slates === undefined || slates.length === 0}
        data={choices}
        value={choices.some(({ value }) => value === chosen) ? chosen : null}
        // Told of the one that is chosen already, too: it is tried again.
        onOptionSubmit={(titleId) => {
          const slate = choices.find(({ value }) => value === titleId);
          if (slate !== undefined) onChoose({ titleId, name: slate.label });
        }}
      />
      {isError && (
        <p className="slate-failure bad" role="alert">
          {text('slatesNotLoaded')}{' '}
          <Button
            variant="default"
            size="compact-xs"
            loading={isFetching}
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        </p>
      )}
    </div>
  );
}
