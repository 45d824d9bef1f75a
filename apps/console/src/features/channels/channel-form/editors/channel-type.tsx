/** Manifest and mode: stored as one word; each choice rewrites its own half of it (CHE-007, CHE-008). */
import {
  type ChannelMode,
  channelMode,
  type ManifestType,
  manifestType,
  withMode,
} from '@interlude/contract';
import { Radio } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import { t } from '../../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { searchTexts, settingAt } from '../setting-texts.ts';

export function ChannelTypeEditor() {
  const { control } = useFormContext<ChannelFormValues>();
  return (
    <SettingFrame name="type" texts={searchTexts(settingAt('type'))} wide>
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
  );
}

type ChannelType = NonNullable<ChannelFormValues['type']>;

interface TypeChoiceProps {
  readonly value: ChannelType;
  readonly onChange: (type: ChannelType) => void;
}

export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <>
      <Radio.Group
        label={t('Manifest')}
        value={manifestType(value)}
        onChange={(chosen) => {
          const manifest: ManifestType = chosen === 'dash' ? 'dash' : 'hls';
          onChange(`${manifest}-${channelMode(value)}`);
        }}
      >
        <div className="radio-row">
          <Radio value="hls" label={t('HLS')} />
          <Radio value="dash" label={t('DASH')} />
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('Mode')}
        value={channelMode(value)}
        onChange={(chosen) => {
          const mode: ChannelMode = chosen === 'vod' ? 'vod' : 'live';
          onChange(withMode(value, mode));
        }}
      >
        <div className="radio-row">
          <Radio value="live" label={t('Live')} />
          <Radio value="vod" label={t('VoD')} />
        </div>
      </Radio.Group>
    </>
  );
}
