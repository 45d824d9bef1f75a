/** How ads are put into VoD (CHE-055 to CHE-064). */
import { useFormContext, useWatch } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { isHls } from './channel-kinds.ts';
import { useFollowing } from './use-following.ts';
import { useLeftValid } from './use-left-valid.ts';

const checked = [
  'stitcher.httpProxyUrl',
  'stitcher.numberOfSegmentsToReplayAfterMidroll',
  'stitcher.bandwidthThreshold',
] as const;

export function StitcherSection() {
  useLeftValid(checked);
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' });
  return (
    <>
      <SettingField
        name="stitcher.httpProxyUrl"
        kind="url"
        label="Custom http proxy url"
        help="Manifests of the source, feeds of cue points and the ad server are asked for through this HTTP proxy; segments are not."
        placeholder="http://proxy.example.com:3128"
      />
      <SettingField
        name="stitcher.shouldUseRelativeSegmentUrl"
        kind="switch"
        label="Use relative segment url"
        help="Segments on the host of the manifest are named by relative addresses. Off: all addresses are absolute."
      />
      <SettingField
        name="stitcher.numberOfSegmentsToReplayAfterMidroll"
        kind="number"
        label="Segments to replay after midroll"
        help="After ads that replace nothing the programme goes on so many segments earlier."
        min={0}
        max={100}
        whole
      />
      <BreakFields />
      {isHls({ type }) ? <BandwidthFields /> : <EventsField />}
      <VastFields />
    </>
  );
}

function BreakFields() {
  return (
    <>
      <SettingField
        name="stitcher.useScte35"
        kind="switch"
        label="Use SCTE-35 Ad-Markers"
        help="Breaks are where the source marks them. Off: where the feed of cue points or the player's request puts them."
      />
      <SettingField
        name="stitcher.replaceInsteadOfInsert"
        kind="switch"
        label="Replace Ad-Breaks"
        help="Ads take the place of what is marked, and slate fills what they leave. Off: ads are inserted, and nothing is left out."
      />
    </>
  );
}

function EventsField() {
  return (
    <SettingField
      name="stitcher.includeDashEvents"
      kind="switch"
      label="Include DASH events"
      help="Event streams of the source are copied to the output. Off: they are left out."
    />
  );
}

function BandwidthFields() {
  return (
    <>
      <SettingField
        name="stitcher.shouldFilterHlsByBandwidth"
        kind="switch"
        label="Filter HLS by Bandwidth"
        help="Variants above the maximum bandwidth are left out; the smallest one always stays."
      />
      <SettingField
        name="stitcher.bandwidthThreshold"
        kind="number"
        label="Maximum HLS Bandwidth"
        help="The most that a variant may take when they are filtered."
        unit="bit/s"
        min={0}
        whole
      />
    </>
  );
}

function VastFields() {
  const { control } = useFormContext<ChannelFormValues>();
  const provided = useWatch({ control, name: 'stitcher.provideVastURL' });
  const following = useFollowing();
  return (
    <>
      <SettingField
        name="stitcher.provideVastURL"
        kind="switch"
        label="Provide VAST URL"
        help="The answer to a new session names a VAST document of its ads, for players that track by themselves."
        onChanged={following('stitcher.provideVastURL')}
      />
      <SettingField
        name="stitcher.removeTrackingTemplate"
        kind="switch"
        label="Remove Tracking template from body"
        help="The answer has no trackers any more: they are in the VAST document. Needs Provide VAST URL."
        disabled={provided !== true}
      />
    </>
  );
}
