import { encodeBase64 } from '@interlude/scte35';
import { timeSignal } from '@interlude/testkit/scte35';
import { describe, expect, test } from 'vitest';
import { contentIdOf, scteValues } from './scte-values.ts';

function message(upid: { type: number; bytes: Uint8Array }): string {
  const more = {
    restrictions: {
      webDeliveryAllowed: true,
      noRegionalBlackout: false,
      archiveAllowed: true,
      deviceRestrictions: 2,
    },
    segmentNum: 1,
    segmentsExpected: 2,
    subSegmentNum: 3,
    subSegmentsExpected: 4,
  };
  return encodeBase64(timeSignal({ typeId: 0x34, eventId: 7, seconds: 30, upid, more }));
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('SCTE-35 fields for ad servers', () => {
  test('SCTE-S8 SCTE-S9 segmentation, restrictions and a text UPID', () => {
    const values = scteValues(message({ type: 0x0f, bytes: utf8('urn:show:1') }));
    expect(values).toMatchObject({
      segmentation_event_id: '7',
      segmentation_type_id: '52',
      segment_num: '1',
      segments_expected: '2',
      sub_segment_num: '3',
      sub_segments_expected: '4',
      segmentation_upid: 'urn:show:1',
      segmentation_upid_type: '15',
      delivery_not_restricted_flag: '0',
      web_delivery_allowed_flag: '1',
      no_regional_blackout_flag: '0',
      archive_allowed_flag: '1',
      device_restrictions: '2',
    });
    expect(contentIdOf(values)).toBe('urn:show:1');
  });

  test('SCTE-S8 the JSON in an MPU by its paths', () => {
    const json = '{"assetId":"a1","cueData":{"key":"k","value":2},"deep":{"a":{"b":{"c":1}}}}';
    const values = scteValues(message({ type: 0x0c, bytes: utf8(`ADFR${json}`) }));
    expect(values).toMatchObject({
      'segmentation_upid.assetId': 'a1',
      'segmentation_upid.cueData.key': 'k',
      'segmentation_upid.cueData.value': '2',
    });
  });

  test('SCTE-S8 all ids of a MID, and the first as the content id', () => {
    const upid = (type: number, text: string) => [type, text.length, ...utf8(text)];
    const bytes = Uint8Array.from([...upid(0x0f, 'urn:show:1'), ...upid(0x03, 'ABCD0001000H')]);
    const values = scteValues(message({ type: 0x0d, bytes }));
    expect(values).toMatchObject({
      segmentation_upid: 'urn:show:1,ABCD0001000H',
      segmentation_upid_type: '13',
      'segmentation_upid.0': 'urn:show:1',
      'segmentation_upid.1': 'ABCD0001000H',
    });
    expect(contentIdOf(values)).toBe('urn:show:1');
  });

  test('SCTE-S3 the placement opportunity of a message that also names its first ad', () => {
    const text = encodeBase64(
      timeSignal({ typeId: 0x30, eventId: 8 }, { typeId: 0x34, eventId: 7, upid: 'urn:break:1' }),
    );
    expect(scteValues(text)).toMatchObject({
      segmentation_event_id: '7',
      segmentation_upid: 'urn:break:1',
    });
  });

  test('a UPID of an ad is no content id; noise is only passed on', () => {
    expect(contentIdOf(scteValues(message({ type: 3, bytes: utf8('ABCD0001000H') })))).toBe('');
    expect(scteValues('not a message')).toEqual({ base64: 'not a message' });
    expect(scteValues(undefined)).toEqual({});
  });
});
