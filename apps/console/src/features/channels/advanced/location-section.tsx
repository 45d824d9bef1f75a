/** Addresses that are rewritten in the output: those of the programme and those of ads. */
import { SettingField } from '../channel-form/setting-field.tsx';

interface Place {
  readonly field: 'contentLocationReplacement' | 'adLocationReplacement';
  readonly title: string;
  readonly what: string;
  readonly parameter: string;
}

const places: readonly Place[] = [
  {
    field: 'contentLocationReplacement',
    title: 'Content',
    what: 'segments, maps and keys of the programme',
    parameter: 'contentLocation=',
  },
  {
    field: 'adLocationReplacement',
    title: 'Ad',
    what: 'segments and maps of ads',
    parameter: 'adLocation=',
  },
];

export function LocationSection() {
  return places.map((place) => <LocationFields key={place.field} {...place} />);
}

function LocationFields({ field, title, what, parameter }: Place) {
  return (
    <>
      <SettingField
        name={`${field}.regex`}
        label={`${title} location pattern`}
        help={`Regular expression on the absolute addresses of ${what}. Empty: they stay as they are.`}
      />
      <SettingField
        name={`${field}.defaultReplacement`}
        label={`${title} location replacement`}
        help="Takes the place of what matches; $1 is the first group."
      />
      <SettingField
        name={`${field}.options`}
        label={`${title} location options`}
        help="g all matches, i upper and lower case are the same, m and s as in JavaScript."
      />
      <SettingField
        name={`${field}.allowOverwriteDefault`}
        kind="switch"
        label={`${title} location by the viewer`}
        help={`The viewer's ${parameter}… takes the place of the replacement, where it leads to a host that this channel names.`}
      />
    </>
  );
}
