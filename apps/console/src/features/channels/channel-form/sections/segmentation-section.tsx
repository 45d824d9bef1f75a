import { SettingDetails } from '../setting-details.tsx';
import { SettingField } from '../setting-field.tsx';

const spliceModes = [
  { value: 'both', label: 'splice_insert and time_signal' },
  { value: 'splice_insert', label: 'splice_insert only' },
  { value: 'time_signal', label: 'time_signal only' },
  { value: 'tags', label: 'Tags of the manifest only' },
];

export function SegmentationSection() {
  return (
    <>
      <SettingField
        name="segmentationConfiguration.spliceMode"
        kind="choice"
        label="Splice mode"
        help="Which SCTE-35 commands open and close breaks."
        choices={spliceModes}
      />
      <SettingField
        name="segmentationConfiguration.defaultDuration"
        kind="number"
        label="Default duration"
        help="Of a break whose marker names none, 0 to 3600. 0: until the return marker."
        unit="s"
        min={0}
        max={3600}
      />
      <SettingField
        name="segmentationConfiguration.segmentationTypeIdsStart"
        kind="json"
        compact
        label="Segmentation type ids, start"
        help="A time_signal of these types opens a break, e.g. 34 break, 48 provider ad, 50 distributor ad, 52 and 54 placement opportunities."
      />
      <SettingField
        name="segmentationConfiguration.segmentationTypeIdsEnd"
        kind="json"
        compact
        label="Segmentation type ids, end"
        help="These types close it: usually those of the start plus one."
      />
      <SettingField
        name="segmentationConfiguration.scte35IsHexNotBase64"
        kind="switch"
        label="SCTE-35 is hex, not Base64"
        help="How the source writes its markers; with 0x before it hex is known as such anyway."
        wide
      />
      <SettingField
        name="fallbackSourceTags"
        kind="json"
        compact
        label="Fallback source tags"
        help='Read when SCTE-35 is absent, in this order: ["EXT-X-CUE-OUT", "EXT-OATCLS-SCTE35"]. The first that appears is used.'
      />
      <SettingField
        name="segmentationConfiguration.fallbackSourceTags"
        kind="json"
        compact
        label="Fallback source tags of this configuration"
        help="Instead of those of the channel, when there are any."
      />
      <SettingDetails title="All of it as JSON">
        <SettingField
          name="segmentationConfiguration"
          kind="json"
          label="Segmentation configuration"
          help="All of the above as JSON. An entry by the hash of a source's address or of a content identifier holds what differs for it."
        />
      </SettingDetails>
    </>
  );
}
