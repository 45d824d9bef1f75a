import { adServerSystems } from '@interlude/contract';
import { SettingField } from '../setting-field.tsx';

/** The systems by the names that their makers use. */
const systemNames: Readonly<Record<(typeof adServerSystems)[number], string>> = {
  gva: 'Generic VAST (gva)',
  gam: 'Google Ad Manager (gam)',
  freewheel: 'FreeWheel (freewheel)',
  spotx: 'SpotX (spotx)',
  proxy: 'Proxy (proxy)',
};

const choices = adServerSystems.map((value) => ({ value, label: systemNames[value] }));

export function AdServerSection() {
  return (
    <>
      <SettingField
        name="adSource.system"
        kind="choice"
        label="Ad server system"
        help="How the request is written. A change replaces the parameters by this system's template."
        choices={choices}
      />
      <SettingField
        name="adSource.url"
        kind="url"
        label="Ad server URL"
        help="Answers VAST. Macros are filled in for each request."
        placeholder="https://ads.example.com/vast"
      />
      <SettingField
        name="adSource.params"
        kind="json"
        label="Ad source params"
        help="Added to the URL of every ad request; tokens such as {{ifa}} are filled in."
      />
    </>
  );
}
