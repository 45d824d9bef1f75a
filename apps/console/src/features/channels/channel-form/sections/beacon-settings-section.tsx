import { SettingField } from '../setting-field.tsx';

const timings = [
  { value: 'onRequest', label: 'When the segment is asked for' },
  { value: 'onElapsed', label: 'When the segment has played' },
];

export function BeaconSettingsSection() {
  return (
    <>
      <SettingField
        name="enableServerSideBeacons"
        kind="switch"
        label="Server-side beacons"
        help="The stitcher sends the trackers of the ads. Off: they stand in the VAST document of the session, for the player to send."
        wide
      />
      <SettingField
        name="beaconTiming"
        kind="choice"
        label="Beacon timing"
        help="When the stitcher counts an event of an ad as reached."
        choices={timings}
      />
      <SettingField
        name="internalBeacons.baseUrl"
        kind="url"
        label="Ad beacons base URL"
        help="Stands before each of the ad beacons above. Empty: none is sent."
        placeholder="https://beacons.example.com/collect/"
      />
    </>
  );
}
