/** The form of a channel: sections, section list, save bar (CHE-004, CHE-005, CHE-040). */
import type { Channel } from '@interlude/contract';
import { memo, useMemo, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { useShortcut } from '../../../components/shortcuts/use-shortcut.ts';
import './channel-form.css';
import { type ChannelFormValues, channelValues, newChannelValues } from './channel-form-values.ts';
import { checkedValues } from './checked-values.ts';
import { type FormTools, FormToolsContext } from './form-tools.ts';
import { createJsonTexts } from './json-texts.ts';
import { SaveFooter } from './save-footer.tsx';
import { type ChannelSection, sectionList } from './section-list.tsx';
import { SectionNav } from './section-nav.tsx';
import { useChannelSave } from './use-channel-save.ts';

interface ChannelFormProps {
  /** Missing for a new channel. */
  readonly channel?: Channel;
  readonly onSaved: (channel: Channel) => void;
  /** Reads the stored channel anew, for a save that was refused because of it. */
  readonly onReload?: () => Promise<Channel | undefined>;
}

export function ChannelForm({ channel, onSaved, onReload }: ChannelFormProps) {
  const [jsonTexts] = useState(createJsonTexts);
  const form = useForm<ChannelFormValues>({
    resolver: useMemo(() => checkedValues(jsonTexts), [jsonTexts]),
    defaultValues: useMemo(
      () => (channel === undefined ? newChannelValues() : channelValues(channel)),
      [channel],
    ),
    mode: 'onBlur',
    reValidateMode: 'onChange',
  });
  const [search, setSearch] = useState('');
  const tools = useMemo<FormTools>(
    () => ({ search: search.trim().toLowerCase(), jsonTexts }),
    [search, jsonTexts],
  );
  const save = useChannelSave({ form, jsonTexts, channel, onReload });
  useShortcut({ keys: 'mod+s', label: 'Save the channel' }, () => void save.submit());
  return (
    <FormProvider {...form}>
      <FormToolsContext value={tools}>
        <form
          className="channel-form"
          aria-label="Channel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save.submit();
          }}
        >
          <FormBody search={search} onSearch={setSearch} />
          <SaveFooter save={save} isNew={channel === undefined} onSaved={onSaved} />
        </form>
      </FormToolsContext>
    </FormProvider>
  );
}

interface FormBodyProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

const FormBody = memo(function FormBody({ search, onSearch }: FormBodyProps) {
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' });
  const { getValues } = useFormContext<ChannelFormValues>();
  const shown = sectionList.filter(({ shownFor }) => shownFor?.({ ...getValues(), type }) ?? true);
  return (
    <>
      <SectionNav sections={shown} search={search} onSearch={onSearch} />
      <div className="channel-sections" data-searching={search.trim() !== '' || undefined}>
        {shown.map((section) => (
          <FormSection key={section.id} section={section} />
        ))}
      </div>
    </>
  );
});

const FormSection = memo(function FormSection({ section }: { section: ChannelSection }) {
  const { id, title, hint, Section } = section;
  return (
    <section className="form-section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {hint !== undefined && <p className="dimmed">{hint}</p>}
      <div className="form-fields">
        <Section />
      </div>
    </section>
  );
});
