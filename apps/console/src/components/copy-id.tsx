/** An id in the middle-ellipsis form with a copy button; the toast says '{value} Copied!'. */
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { text } from '../messages.ts';
import { t } from '../texts/t.ts';
import { toast } from './toast/toast.ts';

/** `daa66d13…0000`: enough to recognise an id, the whole one is in the title. */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}

export async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast.success(text('copied', { value }));
  } catch {
    toast.error(t('The browser does not allow copying. Select the text and copy it by hand.'));
  }
}

export function CopyId({ id }: { id: string }) {
  return (
    <span className="copy-id">
      <span className="mono" title={id}>
        {shortId(id)}
      </span>
      <CopyButton value={id} label={t('Copy ID {id}', { id })} />
    </span>
  );
}

export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <ActionIcon size={24} aria-label={label} onClick={() => void copyText(value)}>
      <IconCopy size={14} />
    </ActionIcon>
  );
}
