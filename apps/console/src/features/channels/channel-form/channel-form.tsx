/** The form of a channel: sections, section list, save bar (CHE-004, CHE-005, CHE-040). */
import type { Channel } from '@interlude/contract';
import { memo, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { showSettingAt } from '../../../components/problem-summary/show-setting.ts';
import { useShortcut } from '../../../components/shortcuts/use-shortcut.ts';
import { toast } from '../../../components/toast/toast.ts';
import { text } from '../../../messages.ts';
import { t } from '../../../texts/t.ts';
import { ChannelFacts } from '../channel-facts.tsx';
import './channel-form.css';
import { type ChannelFormValues, channelValues, newChannelValues } from './channel-form-values.ts';
import { flatErrors } from './field-errors.ts';
import { type FormTools, FormToolsContext } from './form-tools.ts';
import { withHbbtvPreset } from './hbbtv-preset.ts';
import { createJsonTexts, type JsonTexts } from './json/json-texts.ts';
import { checkedValues } from './save/checked-values.ts';
import { SaveFooter } from './save/save-footer.tsx';
import { useChannelSave } from './save/use-channel-save.ts';
import { type ChannelSection, sectionContent, sectionsFor } from './section-list.tsx';
import { SectionNav } from './section-nav.tsx';
import { useKeptKeyboard } from './use-kept-keyboard.ts';

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
    shouldFocusError: false,
  });
  const [search, setSearch] = useState('');
  const tools = useMemo<FormTools>(
    () => ({
      search: search.trim().toLowerCase(),
      jsonTexts,
      showSetting: (path) => {
        flushSync(() => setSearch(''));
        showSettingAt(path);
      },
    }),
    [search, jsonTexts],
  );
  const onInvalid = (errors: object) => tellInvalid(errors, jsonTexts, tools.showSetting);
  const save = useChannelSave({ form, jsonTexts, channel, onReload, onInvalid });
  useShortcut({ keys: 'mod+s', label: t('Save the channel') }, () => void save.submit());
  const editor = useRef<HTMLDivElement>(null);
  useKeptKeyboard(editor);
  return (
    <FormProvider {...form}>
      <FormToolsContext value={tools}>
        <div ref={editor}>
          {channel === undefined ? <HbbtvShortcut /> : <ChannelFacts channel={channel} />}
          <form
            className="channel-form"
            aria-label={t('Channel')}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save.submit();
            }}
          >
            <FormBody search={search} onSearch={setSearch} />
            <SaveFooter save={save} onSaved={onSaved} />
          </form>
        </div>
      </FormToolsContext>
    </FormProvider>
  );
}

/** Scrolls to the first invalid setting, and names the text that is no JSON (CHE-017). */
function tellInvalid(
  errors: object,
  jsonTexts: JsonTexts,
  showSetting: FormTools['showSetting'],
): void {
  const texts = jsonTexts.problems.get();
  const unreadable = Object.keys(texts).find((name) => texts[name] === text('invalidJson'));
  if (unreadable !== undefined) toast.error(text('invalidJsonIn', { field: unreadable }));
  const [first] = [...flatErrors(errors).keys(), ...Object.keys(texts)];
  if (first !== undefined) showSetting(first);
}

function HbbtvShortcut() {
  const { getValues, reset } = useFormContext<ChannelFormValues>();
  useShortcut({ keys: 'mod+h', label: t('Fill in the HbbTV preset') }, () =>
    reset(withHbbtvPreset(getValues()), { keepDefaultValues: true }),
  );
  return null;
}

interface FormBodyProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

const FormBody = memo(function FormBody({ search, onSearch }: FormBodyProps) {
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' }) ?? 'hls-live';
  const shown = useMemo(() => sectionsFor(type), [type]);
  return (
    <>
      <SectionNav sections={shown} search={search} onSearch={onSearch} />
      <div className="channel-sections" data-searching={search.trim() !== '' || undefined}>
        {shown.map((section) => (
          <FormSection key={section.id} section={section} />
        ))}
        <p className="nothing-found dimmed">{t('No setting matches.')}</p>
      </div>
    </>
  );
});

const FormSection = memo(function FormSection({ section }: { section: ChannelSection }) {
  const { id, title, hint } = section;
  return (
    // Focusable, so that a link to the section moves the focus here.
    <section className="form-section" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      {hint !== undefined && <p className="dimmed">{hint}</p>}
      <div className="form-fields">{sectionContent(section)}</div>
    </section>
  );
});
