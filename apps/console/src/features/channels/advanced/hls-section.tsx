/** What playlists of HLS look like (CHE-052 to CHE-054). */
import { suppressibleHlsTags } from '@interlude/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { isLive } from './channel-kinds.ts';
import { useFollowing } from './use-following.ts';

const tags = suppressibleHlsTags.map((tag) => ({ value: tag, label: tag }));

export function HlsSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' });
  const following = useFollowing();
  return (
    <>
      {isLive({ type }) && (
        <>
          <SettingField
            name="hlsIndependentMediaSequences"
            kind="switch"
            label="Independent Media Sequences"
            help="Every session counts its segments by itself, from 1,000. Off: the source's numbers, moved by what ads added."
            onChanged={following('hlsIndependentMediaSequences')}
          />
          <SettingField
            name="hlsLegacyMediaSequenceHandling"
            kind="switch"
            label="Legacy Media Sequence Handling"
            help="The source's own numbers wherever no break is listed; they jump or stand when a break leaves the list. Only for players that need it."
            onChanged={following('hlsLegacyMediaSequenceHandling')}
          />
          <SettingField
            name="hlsSuppressTags"
            kind="choices"
            label="Suppress HLS Tags"
            help="These tags are left out of every playlist. Without DISCONTINUITY-SEQUENCE players may stall after a break."
            choices={tags}
            wide
          />
        </>
      )}
      <SettingField
        name="preservePlaylistFilename"
        kind="switch"
        label="Preserve playlist name"
        help="Addresses of playlists end with the names that the source gave them, for players and CDN rules that look at them."
      />
    </>
  );
}
