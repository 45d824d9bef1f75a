/** The fields of a media. The URL of a file in the platform's storage is read-only. */
import type { Media } from '@interlude/contract';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useSettingsValues } from '../../components/settings-form/use-settings-values.ts';
import { t } from '../../texts/t.ts';
import { useSaveMedia } from './media-queries.ts';
import {
  type MediaProblems,
  type MediaValues,
  mediaProblems,
  mediaValues,
} from './media-values.ts';
import { mediaTypeChoices, mediaTypeOf } from './media-words.ts';

interface MediaFormProps {
  readonly media: Media;
  readonly children?: ReactNode;
}

export function MediaForm({ media, children }: MediaFormProps) {
  const ours = media.sizeBytes > 0;
  const form = useSettingsValues({
    first: () => mediaValues(media),
    check: (values) => mediaProblems(values, !ours),
  });
  const { values, problems, change } = form;
  const save = useSaveMedia(media, (saved) => form.settle(mediaValues(saved)));
  const submit = () => {
    if (!form.isValid()) return;
    save.mutate(
      { values: { ...values, name: values.name.trim() }, over: false },
      { onError: form.refuse },
    );
  };
  return (
    <SettingsForm
      label={t('Media')}
      dirty={form.dirty}
      saving={save.isPending}
      onSave={submit}
      onDiscard={form.discard}
    >
      <SettingsSection title={t('Metadata')}>
        <MediaFields values={values} problems={problems} ours={ours} onChange={change} />
      </SettingsSection>
      {children}
    </SettingsForm>
  );
}

interface MediaFieldsProps {
  readonly values: MediaValues;
  readonly problems: MediaProblems;
  /** The file is in the platform's storage, which sets its URL. */
  readonly ours: boolean;
  readonly onChange: (changed: Partial<MediaValues>) => void;
}

export function MediaFields({ values, problems, ours, onChange }: MediaFieldsProps) {
  const error = (key: keyof MediaValues) =>
    problems[key] !== undefined && <span role="alert">{problems[key]}</span>;
  return (
    <div className="settings-fields">
      <TextInput
        label={t('Name')}
        required
        maxLength={300}
        autoComplete="off"
        value={values.name}
        error={error('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('Type')}
        data={mediaTypeChoices}
        value={values.type}
        error={error('type')}
        onChange={(type) => onChange({ type: mediaTypeOf(type) ?? values.type })}
      />
      {!ours && (
        <TextInput
          className="wide"
          label={t('URL')}
          type="url"
          required
          placeholder={t('https://')}
          value={values.url}
          error={error('url')}
          onChange={(event) => onChange({ url: event.currentTarget.value.trim() })}
        />
      )}
      <TextInput
        label={t('External resource ID')}
        description={t('Medias with the same ID belong to one encoding and are deleted together.')}
        maxLength={200}
        value={values.externalResourceId}
        error={error('externalResourceId')}
        onChange={(event) => onChange({ externalResourceId: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('File extension')}
        description={t(
          'Without the dot, such as mp4, m3u8 or mpd. Selects how the media is played.',
        )}
        maxLength={20}
        value={values.ext}
        error={error('ext')}
        onChange={(event) => onChange({ ext: event.currentTarget.value.trim().replace(/^\./, '') })}
      />
    </div>
  );
}
