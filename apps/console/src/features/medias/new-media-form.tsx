/** A new media: an uploaded file, or the URL of an existing one (MED-004 to MED-007). */
import type { Media } from '@interlude/contract';
import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SettingsForm, SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useSettingsValues } from '../../components/settings-form/use-settings-values.ts';
import { toast } from '../../components/toast/toast.ts';
import { UploadBox } from '../../components/upload/upload-box.tsx';
import { fileProblem, nameOfFile } from '../../components/upload/upload-check.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { MediaFields } from './media-form.tsx';
import { useSaveMedia } from './media-queries.ts';
import { sendMedia, useMediaUpload } from './media-upload.ts';
import { mediaProblems, newMediaValues } from './media-values.ts';

interface NewMediaFormProps {
  readonly titleId: string;
  readonly onSaved: (media: Media) => void;
}

export function NewMediaForm(props: NewMediaFormProps) {
  const [way, setWay] = useState<'file' | 'address'>('file');
  const choice = (
    <Radio.Group
      label={t('Location')}
      value={way}
      onChange={(value) => setWay(value === 'address' ? 'address' : 'file')}
    >
      <div className="media-ways">
        <Radio value="file" label={t('Upload a file')} />
        <Radio value="address" label={t('Use a URL')} />
      </div>
    </Radio.Group>
  );
  return way === 'file' ? (
    <UploadForm {...props} choice={choice} />
  ) : (
    <AddressForm {...props} choice={choice} />
  );
}

type FormProps = NewMediaFormProps & { readonly choice: React.ReactNode };

function UploadForm({ titleId, onSaved, choice }: FormProps) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const [problems, setProblems] = useState<{ name?: string; file?: string }>({});
  const upload = useMediaUpload(onSaved);
  const busy = upload.state.kind === 'sending' || upload.state.kind === 'checking';
  const choose = (chosen: File | undefined) => {
    upload.reset();
    const problem = chosen && fileProblem(chosen);
    setProblems(problem === undefined ? {} : { file: problem });
    setFile(problem === undefined ? chosen : undefined);
    if (problem !== undefined) toast.error(text('saveFailed', { message: problem }));
    else if (chosen !== undefined && name === '') setName(nameOfFile(chosen.name));
  };
  const submit = () => {
    const found = {
      ...(name.trim() === '' && { name: text('notEmpty') }),
      ...(file === undefined && { file: t('Choose a file first.') }),
    };
    setProblems(found);
    if (file === undefined || Object.keys(found).length > 0) return;
    upload.start(sendMedia({ name: name.trim(), titleId }, file));
  };
  return (
    <SettingsForm
      label={t('Media')}
      dirty={file !== undefined || name !== ''}
      saving={busy}
      onSave={submit}
      onDiscard={() => {
        setName('');
        choose(undefined);
      }}
    >
      <SettingsSection title={t('Source')}>
        <div className="media-source">
          {choice}
          <UploadBox
            file={file}
            problem={problems.file}
            state={upload.state}
            onFile={choose}
            onCancel={upload.cancel}
            onRetry={submit}
          />
          <TextInput
            label={t('Name')}
            required
            maxLength={300}
            autoComplete="off"
            readOnly={busy}
            value={name}
            error={problems.name !== undefined && <span role="alert">{problems.name}</span>}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}

function AddressForm({ titleId, onSaved, choice }: FormProps) {
  const form = useSettingsValues({
    first: () => newMediaValues(titleId),
    check: (values) => mediaProblems(values, true),
  });
  const { values, problems, change } = form;
  const save = useSaveMedia(undefined, onSaved);
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
      dirty={form.dirty && !save.isSuccess}
      saving={save.isPending}
      onSave={submit}
      onDiscard={form.discard}
    >
      <SettingsSection title={t('Source')}>
        <div className="media-source">
          {choice}
          <MediaFields values={values} problems={problems} ours={false} onChange={change} />
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}
