import { SettingField } from '../setting-field.tsx';

export function SourceSection() {
  return (
    <SettingField
      name="sourceManifestUrl"
      kind="url"
      label="Source manifest URL"
      help="HLS multivariant playlist or DASH MPD without ads. Redirects are followed."
      required
      placeholder="https://origin.example.com/live/master.m3u8"
    />
  );
}
