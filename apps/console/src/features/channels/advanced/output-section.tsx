/** What of the source is in the output. */
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { isHls } from './channel-kinds.ts';

export function OutputSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' });
  return (
    <>
      <SettingField
        name="includeMediaTracks.subtitles"
        kind="switch"
        label="Subtitles"
        help="Subtitles of the source stay in the output; in ads they are empty."
      />
      <SettingField
        name="includeMediaTracks.closedCaptions"
        kind="switch"
        label="Closed captions"
        help="Closed captions of the source are announced in the output."
      />
      <SettingField
        name="includeMediaTracks.iFrames"
        kind="switch"
        label="I-frame tracks"
        help="Tracks for fast winding stay in the output; ads are made with them, too."
      />
      {isHls({ type }) && (
        <SettingField
          name="overwriteGroupId"
          label="Audio group id"
          help="Name of the audio group in the output; further groups get -2, -3 behind it. Empty: as in the source."
          wide
        />
      )}
    </>
  );
}
