/** The name of a job with an inline field to change it (JOB-010). */
import type { JobDetail } from '@interlude/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { text } from '../../../messages.ts';
import { t } from '../../../texts/t.ts';

interface JobNameProps {
  readonly job: Pick<JobDetail, 'name'>;
  /** Reports the result itself; rejects when the server refuses the name. */
  readonly onRename: (name: string) => Promise<unknown>;
}

export function JobName({ job, onRename }: JobNameProps) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return <NameForm name={job.name} onRename={onRename} onClose={() => setEditing(false)} />;
  }
  return (
    <span className="job-title">
      {job.name}
      <ActionIcon size={24} aria-label={t('Rename')} onClick={() => setEditing(true)}>
        <IconPencil size={14} />
      </ActionIcon>
    </span>
  );
}

interface NameFormProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function NameForm({ name, onRename, onClose }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') return setProblem(text('notEmpty'));
    setBusy(true);
    const saved = await onRename(wanted).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (saved) onClose();
  };
  return (
    <form
      className="job-rename"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        aria-label={t('Job Name')}
        autoFocus
        maxLength={300}
        autoComplete="off"
        value={typed}
        error={problem !== undefined && <span role="alert">{problem}</span>}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" disabled={busy || typed.trim() === name}>
        {t('Save')}
      </Button>
      <Button variant="default" disabled={busy} onClick={onClose}>
        {t('Discard')}
      </Button>
    </form>
  );
}
