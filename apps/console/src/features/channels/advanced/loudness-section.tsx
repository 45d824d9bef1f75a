/** How loud ads are (CHE-069 to CHE-073, OP-81). */
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { withAudioNormalization } from './following-changes.ts';

export function LoudnessSection() {
  const { control, getValues, setValue } = useFormContext<ChannelFormValues>();
  const on = useWatch({ control, name: 'profile.useAudioNormalization' }) === true;
  const turn = (next: boolean) =>
    setValue('profile', withAudioNormalization(getValues('profile'), next), {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <>
      <SettingField
        name="profile.useAudioNormalization"
        kind="switch"
        label="Use audio normalization"
        help="Ads and slates are made as loud as told here (EBU R 128). Off: they keep the loudness that they have. A change makes them anew."
        wide
        onChanged={(next) => turn(next === true)}
      />
      {on && (
        <>
          <SettingField
            name="profile.audioNormalization.integratedLoudness"
            kind="number"
            label="Integrated Loudness"
            help="Of the whole ad, -70 to -5. Broadcast in Europe has -23."
            unit="LUFS"
            min={-70}
            max={-5}
          />
          <SettingField
            name="profile.audioNormalization.loudnessRange"
            kind="number"
            label="Loudness Range"
            help="Between its quiet and its loud parts, 1 to 20."
            unit="LU"
            min={1}
            max={20}
          />
          <SettingField
            name="profile.audioNormalization.maximumTruePeakLevel"
            kind="number"
            label="Maximum True Peak Level"
            help="The highest peak, -9 to 0."
            unit="dBTP"
            min={-9}
            max={0}
          />
        </>
      )}
    </>
  );
}
