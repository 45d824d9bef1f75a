/** Save and Discard of a form, with its state. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../texts/t.ts';

interface SaveRowProps {
  readonly className: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Fields with a mistake. */
  readonly invalidFields?: number;
  readonly onDiscard: () => void;
  readonly children?: ReactNode;
}

export function SaveRow(props: SaveRowProps) {
  const { className, dirty, saving, onDiscard, children } = props;
  return (
    <div className={className}>
      <Button type="submit" disabled={!dirty || saving}>
        {saving ? t('Saving ... ') : t('Save')}
      </Button>
      <Button variant="default" disabled={!dirty || saving} onClick={onDiscard}>
        {t('Discard')}
      </Button>
      <span className="dimmed" role="status">
        {statusText(props)}
      </span>
      {children}
    </div>
  );
}

function statusText({ dirty, invalidFields = 0 }: SaveRowProps): string {
  if (invalidFields > 0) {
    return invalidFields === 1
      ? t('One field needs a change')
      : t('{invalidFields} fields need a change', { invalidFields });
  }
  return dirty ? t('Not saved yet') : t('All changes saved');
}
