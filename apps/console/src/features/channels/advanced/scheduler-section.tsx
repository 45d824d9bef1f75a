/** Breaks that a scheduler tells (CHE-067). */
import { SettingField } from '../channel-form/setting-field.tsx';

export function SchedulerSection() {
  return (
    <SettingField
      name="schedulerExternalId"
      label="Scheduler Configuration"
      help="Id of this channel in an external scheduler. With it breaks can be told over the API, beside the markers of the source. Empty: markers alone."
      wide
    />
  );
}
