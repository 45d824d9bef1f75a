/** An ad server: its system and its address, with help from the system's template. */
import { adServerSystems, adServerTemplates } from '@interlude/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingField } from '../setting-field.tsx';
import { settingAt } from '../setting-texts.ts';

const choices = adServerSystems.map((value) => ({
  value,
  label: `${adServerTemplates[value].title} (${value})`,
}));

interface AdSourceProps {
  readonly source: 'adSource' | 'preRoll.adSource';
}

function useTemplate({ source }: AdSourceProps) {
  const { control } = useFormContext<ChannelFormValues>();
  return adServerTemplates[useWatch({ control, name: `${source}.system` }) ?? 'gva'];
}

function AdServerSystem({ source }: AdSourceProps) {
  const name = `${source}.system` as const;
  const { summary } = useTemplate({ source });
  return <SettingField name={name} choices={choices} help={`${summary} ${settingAt(name).help}`} />;
}

function AdServerUrl({ source }: AdSourceProps) {
  const { exampleUrl } = useTemplate({ source });
  return <SettingField name={`${source}.url`} example={exampleUrl} />;
}

export const adSourceEditors = {
  'adSource.system': () => <AdServerSystem source="adSource" />,
  'adSource.url': () => <AdServerUrl source="adSource" />,
  'preRoll.adSource.system': () => <AdServerSystem source="preRoll.adSource" />,
  'preRoll.adSource.url': () => <AdServerUrl source="preRoll.adSource" />,
};
