import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { useFormTools } from '../form-tools.ts';
import { SettingField } from '../setting-field.tsx';

export function AdBreakSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const dropping = useWatch({ control, name: 'dropPartialReplacements' });
  const searching = useFormTools().search !== '';
  return (
    <>
      <SettingField
        name="dropPartialReplacements"
        kind="switch"
        label="Drop partial replacements"
        help="A break that the ads fill too little is not replaced: viewers see what the source shows in it."
      />
      {(dropping || searching) && (
        <SettingField
          name="dropPartialReplacementsMinPercentage"
          kind="number"
          label="Minimum fill"
          help="Of the break's length, 0 to 100. Breaks that ads fill less are not replaced."
          unit="%"
          min={0}
          max={100}
          whole
        />
      )}
      <SettingField
        name="passThroughCaidSegmentation"
        kind="switch"
        label="Pass content identifiers through"
        help="Markers that name the programme stay in the output, and the ad server is told its identifier."
        wide
      />
    </>
  );
}
