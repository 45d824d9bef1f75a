import { AdServerTestPanel } from '../../ad-server-test/ad-server-test-panel.tsx';
import { SettingField } from '../setting-field.tsx';
import { AdSourceFields } from './ad-source-fields.tsx';

export function AdServerSection() {
  return (
    <>
      <AdSourceFields name="adSource" />
      <SettingField
        name="cohortsEnabled"
        kind="switch"
        label="Decide by cohort"
        help="Viewers of whom the ad server is told the same get the same ads: one request for all of them."
        wide
      />
      <AdServerTestPanel />
    </>
  );
}
