/** Schedules a mail of a page as it was when the dialog was opened. */
import { useState } from 'react';
import { MailDialog } from './mail-dialog.tsx';
import { type MailedPage, newDraft } from './mail-values.ts';

interface NewMailDialogProps {
  readonly page: MailedPage;
  readonly onClose: () => void;
}

export function NewMailDialog({ page, onClose }: NewMailDialogProps) {
  const [draft] = useState(() => newDraft(page));
  return <MailDialog draft={draft} onClose={onClose} />;
}
