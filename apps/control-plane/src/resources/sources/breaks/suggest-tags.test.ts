import { parseMpd } from '@interlude/dash';
import { expect, it } from 'vitest';
import type { FoundDash } from '../read-source.ts';
import { namesContent } from './suggest-tags.ts';

/** @param upid of the descriptor; @param typeId segmentation_type_id of its start */
function mpdWith(upid: string, typeId: number): string {
  const signal = `<s:Signal><s:SpliceInfoSection><s:TimeSignal><s:SpliceTime ptsTime="5"/></s:TimeSignal><s:SegmentationDescriptor segmentationEventId="1" segmentationTypeId="${typeId}" segmentationDuration="900000">${upid}</s:SegmentationDescriptor></s:SpliceInfoSection></s:Signal>`;
  return `<MPD type="static" mediaPresentationDuration="PT40S"><Period id="p" start="PT0S"><EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1000"><Event presentationTime="10000" duration="10000">${signal}</Event></EventStream><AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="25" duration="100" media="$Number$.m4s"/><Representation id="v" bandwidth="900000" width="960" height="540" codecs="avc1.64001f" frameRate="25"/></AdaptationSet></Period></MPD>`;
}

function isNamed(upid: string, typeId = 0x34): boolean {
  const { mpd, warnings } = parseMpd(mpdWith(upid, typeId));
  if (mpd === undefined) throw new Error('no MPD');
  const reading = { mpd, warnings };
  const found: FoundDash = { kind: 'dash', url: 'http://origin.test/m.mpd', reading };
  return namesContent(found, { markers: [], type: 'dash-vod' }, 0);
}

it('API-050 a DASH source names its content where the descriptor of a break carries a content UPID', () => {
  const uri = '<s:SegmentationUpid segmentationUpidType="15">urn:asset:7</s:SegmentationUpid>';
  expect(isNamed(uri)).toBe(true);
  const programmeStart = 0x10;
  expect(isNamed(uri, programmeStart)).toBe(true);
});

it('API-050 an id of the ad, or none, names no content', () => {
  const adId = '<s:SegmentationUpid segmentationUpidType="3">ABCD0123000H</s:SegmentationUpid>';
  expect(isNamed(adId)).toBe(false);
  expect(isNamed('')).toBe(false);
});
