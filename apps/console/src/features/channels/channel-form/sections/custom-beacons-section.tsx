import { SettingField } from '../setting-field.tsx';

export function CustomBeaconsSection() {
  return (
    <>
      <SettingField
        name="customClientSideBeacons.customClientSideBeaconsBaseUrl"
        kind="url"
        label="Custom beacon server URL"
        help="Stands before each of the events below. Empty: players are given none."
        placeholder="https://beacons.example.com/player/"
      />
      <SettingField
        name="customClientSideBeacons.events"
        kind="json"
        label="Custom beacon events"
        help="By event what follows the URL; players are given them as further trackers of each ad. Macros such as [ADID] are filled in."
      />
    </>
  );
}
