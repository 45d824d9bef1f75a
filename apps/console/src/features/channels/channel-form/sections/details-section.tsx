import {
  type ChannelMode,
  channelMode,
  type ManifestType,
  manifestType,
  withMode,
} from '@interlude/contract';
import { Radio } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useClusters } from '../../channel-queries.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { withScheme } from '../clearing-rules.ts';
import { SettingField } from '../setting-field.tsx';
import { SettingFrame } from '../setting-frame.tsx';

export function DetailsSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const switchScheme = useSwitchScheme();
  return (
    <>
      <SettingField
        name="name"
        label="Channel Name"
        help="For lists and reports, and for ad servers as {{channelName}}; viewers do not see it."
        required
        wide
      />
      <SettingFrame name="type" label="Type: manifest, mode" help="HLS DASH Live VoD" wide>
        <Controller
          control={control}
          name="type"
          render={({ field }) => (
            <div className="setting-row">
              <TypeChoice value={field.value ?? 'hls-live'} onChange={field.onChange} />
            </div>
          )}
        />
      </SettingFrame>
      <SettingField
        name="apiKey"
        label="API key"
        help="Viewers send it as api-key; without it they get no session. Empty: not asked."
      />
      <SettingField
        name="presetId"
        label="Preset"
        help="The preset that filled this channel in. Ad servers are told it where params name {{presetId}}."
      />
      <ClusterChoice />
      <SettingField
        name="externalBaseUrl"
        kind="url"
        label="External base URL"
        help="The stitcher as viewers reach it, such as a CDN before it: output URL, manifests and beacons name it. Empty: the stitcher itself."
        placeholder="https://play.example.com"
      />
      <SettingField
        name="http"
        kind="switch"
        label="Use http"
        help="Output and beacon addresses begin with http instead of https, for players without TLS."
        wide
        onChanged={(on) => switchScheme(on === true)}
      />
    </>
  );
}

/** Only where there is a choice. */
function ClusterChoice() {
  const { control } = useFormContext<ChannelFormValues>();
  const chosen = useWatch({ control, name: 'systemId' }) ?? '';
  const { data: clusters = [] } = useClusters();
  if (clusters.length === 0 && chosen === '') return null;
  const known = clusters.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return (
    <SettingField
      name="systemId"
      kind="choice"
      label="SSAI cluster"
      help="Plays the channel: this installation, or another one that is told of every save."
      choices={[
        { value: '', label: 'This installation' },
        ...known,
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
    />
  );
}

type ChannelType = NonNullable<ChannelFormValues['type']>;

interface TypeChoiceProps {
  readonly value: ChannelType;
  readonly onChange: (type: ChannelType) => void;
}

/** Stored as one word; each choice rewrites its own half of it (CHE-007, CHE-008). */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <>
      <Radio.Group
        label="Manifest"
        value={manifestType(value)}
        onChange={(chosen) => {
          const manifest: ManifestType = chosen === 'dash' ? 'dash' : 'hls';
          onChange(`${manifest}-${channelMode(value)}`);
        }}
      >
        <div className="radio-row">
          <Radio value="hls" label="HLS" />
          <Radio value="dash" label="DASH" />
        </div>
      </Radio.Group>
      <Radio.Group
        label="Mode"
        value={channelMode(value)}
        onChange={(chosen) => {
          const mode: ChannelMode = chosen === 'vod' ? 'vod' : 'live';
          onChange(withMode(value, mode));
        }}
      >
        <div className="radio-row">
          <Radio value="live" label="Live" />
          <Radio value="vod" label="VoD" />
        </div>
      </Radio.Group>
    </>
  );
}

/** The switch takes the beacon addresses with it (CHE-036). */
function useSwitchScheme() {
  const { getValues, setValue } = useFormContext<ChannelFormValues>();
  return (http: boolean) => {
    const names = [
      'internalBeacons.baseUrl',
      'customClientSideBeacons.customClientSideBeaconsBaseUrl',
    ] as const;
    for (const name of names) {
      setValue(name, withScheme(getValues(name) ?? '', http), { shouldDirty: true });
    }
  };
}
