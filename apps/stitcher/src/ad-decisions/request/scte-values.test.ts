import { encodeBase64, encodeSection, type SpliceInfoSection } from '@interlude/scte35';
import { describe, expect, test } from 'vitest';
import { contentIdOf, scteValues } from './scte-values.ts';

function message(upid: { type: number; bytes: Uint8Array }): string {
  const section: SpliceInfoSection = {
    pointerField: undefined,
    sapType: 3,
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command: { kind: 'time_signal', spliceTime: { ptsTime: 1 } },
    descriptors: [
      {
        kind: 'segmentation',
        eventId: 7,
        cancel: false,
        detail: {
          complianceFlag: true,
          components: undefined,
          durationTicks: 2_700_000,
          restrictions: {
            webDeliveryAllowed: true,
            noRegionalBlackout: false,
            archiveAllowed: true,
            deviceRestrictions: 2,
          },
          upid: { ...upid, text: undefined, mpu: undefined, mid: [] },
          typeId: 0x34,
          segmentNum: 1,
          segmentsExpected: 2,
          subSegmentNum: 3,
          subSegmentsExpected: 4,
        },
      },
    ],
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  };
  return encodeBase64(encodeSection(section));
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

  test('a UPID of an ad is no content id; noise is only passed on', () => {
    expect(contentIdOf(scteValues(message({ type: 3, bytes: utf8('ABCD0001000H') })))).toBe('');
    expect(scteValues('not a message')).toEqual({ base64: 'not a message' });
    expect(scteValues(undefined)).toEqual({});
  });
});
