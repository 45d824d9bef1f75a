import { parseMpd } from '@interlude/dash';
import { extendDashWindow } from '@interlude/stitching';
import { expect, test } from 'vitest';
import { channelEntry } from '../../testing/start-stitcher.suite.ts';
import { DashBreakFinder } from './dash-break-finder.ts';

const [older, newer] = ['urn:scte:scte35:2013:xml', 'urn:scte:scte35:2014:xml+bin'];
const availableMs = Date.UTC(2026, 0, 1);

const stream = (scheme: string, id: number, atSeconds: number) =>
  `<EventStream schemeIdUri="${scheme}" timescale="1"><Event presentationTime="${atSeconds}"><Signal xmlns="http://www.scte.org/schemas/35"><SpliceInfoSection><SpliceInsert spliceEventId="${id}" outOfNetworkIndicator="true"><Program><SpliceTime ptsTime="1"/></Program><BreakDuration autoReturn="true" duration="900000"/></SpliceInsert></SpliceInfoSection></Signal></Event></EventStream>`;

const text = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT2S" timeShiftBufferDepth="PT2M" minBufferTime="PT2S">
<Period id="p" start="PT0S">${stream(older, 1, 10)}${stream(newer, 2, 40)}
<AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="1" media="$Time$.m4s" initialization="i.mp4"><SegmentTimeline><S t="0" d="2" r="29"/></SegmentTimeline></SegmentTemplate><Representation id="v" bandwidth="900000" codecs="avc1.64001f" width="960" height="540"/></AdaptationSet></Period></MPD>`;

/** Starts of the breaks, seconds of the presentation. */
function breaksOf(settings: object): number[] {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw new Error('no MPD');
  const channel = channelEntry('c1', {
    ...{ name: 'test', type: 'dash-live', sourceManifestUrl: 'http://h/m.mpd' },
    ...settings,
  });
  const window = extendDashWindow(undefined, mpd, {
    baseUrl: 'http://h/m.mpd',
    nowMs: availableMs + 60_000,
    keepMs: 0,
  });
  const finder = new DashBreakFinder(channel.settings, () => []);
  finder.read(mpd, window, []);
  return finder.breaks.map(({ startMs }) => (startMs - availableMs) / 1000);
}

test('fallbackSourceTags of a DASH channel are the only schemes that are read', () => {
  expect(breaksOf({})).toEqual([10, 40]);
  expect(breaksOf({ fallbackSourceTags: [newer] })).toEqual([40]);
});

test('fallbackSourceTags of the configuration override those of a DASH channel, as in HLS', () => {
  const segmentationConfiguration = { fallbackSourceTags: [older] };
  expect(breaksOf({ fallbackSourceTags: [newer], segmentationConfiguration })).toEqual([10]);
});
