import { manifestType } from '@interlude/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import { AnalyseSource } from '../../analysis/analyse-source.tsx';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { periodFor } from '../clearing-rules.ts';
import { useFormTools } from '../form-tools.ts';
import { SettingField } from '../setting-field.tsx';
import { UpdatePeriod } from './update-period.tsx';

export function SourceSection() {
  const { control, getValues, setValue } = useFormContext<ChannelFormValues>();
  const [type = 'hls-live', scanning = false] = useWatch({
    control,
    name: ['type', 'setScanningFrequency'],
  });
  const searching = useFormTools().search !== '';
  const clearPeriod = (on: unknown) => {
    const period = periodFor(on === true, getValues('minimumSourceUpdatePeriod'));
    setValue('minimumSourceUpdatePeriod', period, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <SettingField
        name="sourceManifestUrl"
        kind="url"
        label="Source manifest URL"
        help="HLS multivariant playlist or DASH MPD, without ads in it. Redirects are followed."
        required
        placeholder="https://origin.example.com/live/master.m3u8"
      />
      <AnalyseSource />
      <SettingField
        name="trueSourceUrl"
        kind="url"
        label="True source URL"
        help="Read in place of the source manifest URL, and the base of its relative addresses: where its redirects end. Empty: the source manifest URL."
      />
      <SettingField
        name="sourceHeaders"
        kind="json"
        compact
        wide
        label="Source headers"
        help='Sent with every request to the origin, never to an ad server: {"x-api-key": "…", "X-Cdnid": "…"}.'
      />
      {manifestType(type) === 'dash' ? (
        <SettingField
          name="isMultiPeriod"
          kind="switch"
          label="Multi-period source"
          help="The source has periods of its own: their ids stay, and markers are read in each of them."
        />
      ) : (
        <SettingField
          name="compatibilityHlsMedia"
          kind="switch"
          label="HLS media compatibility"
          help="One audio group in the output and no EXT-X-MEDIA without an address, as old television sets want it."
        />
      )}
      <SettingField
        name="dynamicConfiguration"
        kind="switch"
        label="Follow changes of the source"
        help="When the encoder changes variants or codecs on air, the output takes them over."
      />
      <SettingField
        name="setScanningFrequency"
        kind="switch"
        label="Set scanning frequency"
        help="Reads the source at a pace of its own instead of the one the source asks for."
        onChanged={clearPeriod}
      />
      {(scanning || searching) && <UpdatePeriod />}
    </>
  );
}
