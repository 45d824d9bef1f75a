/** The actions of nearly every row: edit and delete. */
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';

interface EditActionProps {
  readonly name: string;
  /** The link to its page, with these properties. */
  readonly link: (root: object) => ReactNode;
}

export function EditAction({ name, link }: EditActionProps) {
  return (
    <ActionIcon data-hint={t('Edit')} aria-label={t('Edit {name}', { name })} renderRoot={link}>
      <IconPencil size={16} stroke={1.7} />
    </ActionIcon>
  );
}

interface DeleteActionProps {
  readonly name: string;
  /** The reason why it cannot be deleted. */
  readonly refusal?: string | undefined;
  readonly onDelete: () => void;
}

export function DeleteAction({ name, refusal, onDelete }: DeleteActionProps) {
  return (
    <ActionIcon
      data-hint={refusal ?? t('Delete')}
      aria-description={refusal}
      aria-label={t('Delete {name}', { name })}
      {...(refusal === undefined
        ? { onClick: onDelete }
        : { className: 'delete-refused', 'data-disabled': true, 'aria-disabled': true })}
    >
      <IconTrash size={16} stroke={1.7} />
    </ActionIcon>
  );
}
