/** An ad server: which system, its address, its parameters. */
import { adServerSystems, adServerTemplates } from '@interlude/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingField } from '../setting-field.tsx';

const choices = adServerSystems.map((value) => ({
  value,
  label: `${adServerTemplates[value].title} (${value})`,
}));

export function AdSourceFields({ name }: { name: 'adSource' | 'preRoll.adSource' }) {
  const { control, setValue } = useFormContext<ChannelFormValues>();
  const system = useWatch({ control, name: `${name}.system` }) ?? 'gva';
  const ofPreRoll = name === 'adSource' ? '' : 'Pre-roll ';
  const labelled = (label: string) => (ofPreRoll ? ofPreRoll + label.toLowerCase() : label);
  /** Another system asks with other parameters: its template takes the place of what was there (CHE-025). */
  const loadTemplate = (chosen: unknown) => {
    const template = adServerSystems.find((each) => each === chosen);
    if (template === undefined || template === system) return;
    const params = structuredClone(adServerTemplates[template].params);
    setValue(`${name}.params`, params, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <SettingField
        name={`${name}.system`}
        kind="choice"
        label={labelled('Ad server system')}
        help={`${adServerTemplates[system].summary} Another system brings its own params.`}
        choices={choices}
        onChanged={loadTemplate}
      />
      <SettingField
        name={`${name}.url`}
        kind="url"
        label={labelled('Ad server URL')}
        help="Answers VAST or VMAP. Macros and tokens in it are filled in for each request."
        placeholder={adServerTemplates[system].exampleUrl}
      />
      <SettingField
        name={`${name}.params`}
        kind="json"
        label={labelled('Ad source params')}
        help="Go with every request; tokens such as {{ifa}} are filled in for each viewer, and what comes to nothing is left out."
      />
    </>
  );
}
