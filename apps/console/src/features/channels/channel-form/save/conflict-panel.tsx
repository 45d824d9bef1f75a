/** Another user saved the channel meanwhile: compares both versions, and keeps both, mine or theirs. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { JsonDiff } from '../../../../components/json-diff/json-diff.tsx';
import { sentence } from '../../../../texts/sentence.tsx';
import { t } from '../../../../texts/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { channelValues } from '../channel-form-values.ts';
import type { ChannelSave } from './use-channel-save.ts';

type Conflict = NonNullable<ChannelSave['conflict']>;

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly saving: boolean;
}

interface Compared {
  readonly clashes: readonly string[];
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** Copies of both versions: a comparison that is rendered anew loses the reader's focus and scroll position. */
const compare = ({ merge, theirs, mine }: Conflict): Compared => ({
  clashes: merge().clashes,
  theirs: channelValues(theirs),
  mine: structuredClone(mine()),
});

export function ConflictPanel({ conflict, saving }: ConflictPanelProps) {
  const [compared, setCompared] = useState<Compared>();
  return (
    <div className="save-conflict" role="alert">
      <p>
        {sentence('{name} Your input is still here: compare both, keep both, or choose one.', {
          name: <strong>{t('Somebody else has changed this channel since you opened it.')}</strong>,
        })}
      </p>
      <Button variant="default" onClick={() => setCompared(compare(conflict))}>
        {t('Compare')}
      </Button>
      <Choices conflict={conflict} saving={saving} />
      {compared !== undefined && (
        <Dialog
          opened
          title={t('Their version and yours')}
          width={1_080}
          onClose={() => setCompared(undefined)}
          actions={<Choices conflict={conflict} saving={saving} />}
        >
          <p className="dialog-text">{clashText(compared.clashes)}</p>
          <JsonDiff
            before={{ label: t('Theirs, as stored'), value: compared.theirs }}
            after={{ label: t('Yours'), value: compared.mine }}
          />
        </Dialog>
      )}
    </div>
  );
}

function Choices({ conflict, saving }: ConflictPanelProps) {
  return (
    <>
      <Button variant="default" disabled={saving} onClick={conflict.keepBoth}>
        {t('Keep both')}
      </Button>
      <Button variant="default" disabled={saving} onClick={() => void conflict.saveMine()}>
        {t('Save mine')}
      </Button>
      <Button variant="default" disabled={saving} onClick={conflict.takeTheirs}>
        {t('Take theirs')}
      </Button>
    </>
  );
}

function clashText(clashes: readonly string[]): string {
  return clashes.length === 0
    ? t(
        'You have changed different settings: “Keep both” merges both into the form for you to save.',
      )
    : t(
        'Both of you have changed {clashes}: “Keep both” keeps your values there and theirs everywhere else, for you to save.',
        { clashes: clashes.join(', ') },
      );
}
