import { SettingField } from '../setting-field.tsx';

export function PresentationDelaySection() {
  return (
    <SettingField
      name="suggestedPresentationDelay"
      kind="number"
      label="Suggested presentation delay"
      help="How far behind live DASH players begin (MPD@suggestedPresentationDelay), 0 to 600. Empty: as the source says. HLS players take the live edge timing."
      unit="s"
      min={0}
      max={600}
      optional
    />
  );
}
