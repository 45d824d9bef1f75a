import { SettingField } from '../setting-field.tsx';

export function ProfileSection() {
  return (
    <SettingField
      name="profile"
      kind="json"
      label="Profile"
      help="Creatives are encoded to it. What it leaves out is taken from the source; another profile means other encodings."
    />
  );
}
