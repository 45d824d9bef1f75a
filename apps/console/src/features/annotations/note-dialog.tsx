/** Adds a note: a text, when, until when, for which channel. Times are those of the person's zone. */
import { annotationLimits } from '@interlude/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useSelectableChannels } from '../../components/channel-selector/use-selectable-channels.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNoteChanges } from './annotation-queries.ts';

const minuteMs = 60_000;

/** `YYYY-MM-DDTHH:mm` in the zone of the browser, as the field for a time takes it. */
export function localText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** The moment of such a text; undefined when it is none. */
export function isoOfLocal(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

export function NoteDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const formId = useId();
  const { create } = useNoteChanges();
  const { data: channels } = useSelectableChannels();
  const [note, setNote] = useState('');
  const [at, setAt] = useState(() => localText(Date.now()));
  const [until, setUntil] = useState('');
  const [channelId, setChannelId] = useState('');
  const [missing, setMissing] = useState('');
  const problems = create.isError ? serverFieldErrors(create.error) : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const from = isoOfLocal(at);
    if (from === undefined) return setMissing(t('Enter when it happened.'));
    setMissing('');
    create.mutate(
      {
        ...{ text: note, at: from, endsAt: isoOfLocal(until) ?? null },
        channelId: channelId === '' ? null : channelId,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      opened
      title={t('Add a note')}
      width={480}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} loading={create.isPending}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <form id={formId} className="note-form" noValidate onSubmit={submit}>
        <TextInput
          label={t('Text')}
          placeholder={t('Deploy 1.2.3')}
          data-autofocus
          autoFocus
          maxLength={annotationLimits.textCharacters}
          value={note}
          error={problems['text']}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('When')}
          description={t('In {zone}', { zone })}
          value={at}
          error={missing || problems['at']}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('Until')}
          description={t('Empty: a moment')}
          value={until}
          error={problems['endsAt']}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <NativeSelect
          label={t('Channel')}
          value={channelId}
          data={[
            { value: '', label: t('All channels') },
            ...(channels ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => setChannelId(currentTarget.value)}
        />
        {create.isError && Object.keys(problems).length === 0 && (
          <p className="bad" role="alert">
            {errorText(create.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
