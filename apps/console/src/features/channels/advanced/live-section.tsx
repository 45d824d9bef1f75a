/** The window of a live channel (CHE-047 to CHE-050). */
import { useController, useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { growingPlaylist } from './following-changes.ts';
import { Turn } from './turn.tsx';
import { useLeftValid } from './use-left-valid.ts';

const ranged = ['timeShiftWindow', 'liveDelay', 'dvrWindow'] as const;

export function LiveSection() {
  useLeftValid(ranged);
  const { control } = useFormContext<ChannelFormValues>();
  const { field } = useController({ control, name: 'startAtDvrWindow' });
  return (
    <>
      <SettingField
        name="timeShiftWindow"
        kind="number"
        label="Timeshift Window"
        help="How far back a viewer may begin with ?start=…: so long the stitcher knows the segments of the source. 0: no start-over."
        unit="s"
        min={0}
        max={3_600}
        whole
      />
      <SettingField
        name="liveDelay"
        kind="number"
        label="Live edge timing adjustment"
        help="Viewers stay so far behind the source; breaks are known, and decided, as much earlier."
        unit="s"
        min={0}
        max={600}
      />
      <SettingField
        name="dvrWindow"
        kind="number"
        label="Playlist size"
        help="How much a playlist lists, which is how far viewers can wind back. 0: as much as the source."
        unit="s"
        min={0}
        max={3_600}
      />
      <Turn
        name="startAtDvrWindow"
        kind="checkbox"
        label="Growing Playlist"
        help="A viewer begins with as many segments as the source lists, and gets more until the playlist size is reached. Off: all of the playlist at once."
        on={growingPlaylist(field.value)}
        onTurn={(growing) => field.onChange(!growing)}
      />
    </>
  );
}
