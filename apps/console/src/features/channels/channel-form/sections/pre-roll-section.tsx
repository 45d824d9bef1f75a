import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { useFormTools } from '../form-tools.ts';
import { SettingField } from '../setting-field.tsx';
import { AdSourceFields } from './ad-source-fields.tsx';

export function PreRollSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const [enabled, different] = useWatch({
    control,
    name: ['enablePreRoll', 'preRoll.useDifferentAdServer'],
  });
  // A search finds what is switched off too.
  const searching = useFormTools().search !== '';
  return (
    <>
      <SettingField
        name="enablePreRoll"
        kind="switch"
        label="Pre-roll"
        help="A session begins with ads. Live, they take the place of the first seconds; on demand, they come before them."
        wide
      />
      {(enabled || searching) && (
        <>
          <SettingField
            name="preRoll.maxDuration"
            kind="number"
            label="Maximum duration"
            help="All ads of the pre-roll together are no longer, 0 to 600."
            unit="s"
            min={0}
            max={600}
          />
          <SettingField
            name="preRoll.maxCount"
            kind="number"
            label="Maximum ads"
            help="So many ads at most, 0 to 50."
            min={0}
            max={50}
            whole
          />
          <SettingField
            name="preRoll.useDifferentAdServer"
            kind="switch"
            label="Use a different ad server"
            help="The pre-roll asks an ad server of its own instead of the channel's."
            wide
          />
          {(different || searching) && <AdSourceFields name="preRoll.adSource" />}
        </>
      )}
    </>
  );
}
