/** The bar at the bottom of an editor: save, discard, and the problems of the last save. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import { SaveRow } from '../save-row.tsx';
import { shownKeys } from '../shortcuts/shortcut-registry.ts';
import './save-bar.css';
import { sentence } from '../../texts/sentence.tsx';
import { known } from '../../texts/t.ts';

interface SaveBarProps {
  /** The noun of the item, e.g. `channel`. */
  readonly item: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly invalidFields: number;
  readonly problem: string | undefined;
  /** The summary of field problems. */
  readonly summary?: ReactNode;
  /** Another user saved meanwhile: the user chooses a version. */
  readonly conflict: boolean;
  readonly onDiscard: () => void;
  readonly onTakeStored: () => void;
  readonly onSaveOver: () => void;
}

export function SaveBar(props: SaveBarProps) {
  const { dirty, saving, invalidFields, problem, summary, conflict, onDiscard } = props;
  return (
    <div className="save-bar">
      {conflict && <Conflict {...props} />}
      {summary}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <SaveRow className="save-bar-row" {...{ dirty, saving, invalidFields, onDiscard }}>
        <span className="save-keys">
          {shownKeys('mod+s').map((key) => (
            <kbd className="key" key={key}>
              {key}
            </kbd>
          ))}
        </span>
      </SaveRow>
    </div>
  );
}

function Conflict({ item, saving, onTakeStored, onSaveOver }: SaveBarProps) {
  return (
    <div className="save-conflict" role="alert">
      <p>
        {sentence(
          '{name} Your input is still here: save it over theirs, or take theirs and lose yours.',
          {
            name: (
              <strong>
                {sentence('Somebody else has changed this {item} since you opened it.', {
                  item: known(item),
                })}
              </strong>
            ),
          },
        )}
      </p>
      <Button variant="default" disabled={saving} onClick={onSaveOver}>
        {t('Save mine')}
      </Button>
      <Button variant="default" disabled={saving} onClick={onTakeStored}>
        {t('Take theirs')}
      </Button>
    </div>
  );
}
