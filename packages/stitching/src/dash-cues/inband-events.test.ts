import { segmentationConfiguration } from '@interlude/contract';
import { emsg, mediaBox, timeSignal } from '@interlude/testkit/scte35';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inbandCues, inbandEventsOf } from './inband-events.ts';

const SCHEME = 'urn:scte:scte35:2013:bin';
const place = { startMs: 1_000_000, zeroMs: 400_000 };
const section = timeSignal({ typeId: 0x34, eventId: 7, seconds: 30 });
const event = { schemeIdUri: SCHEME, timescale: 1_000, duration: 30_000, id: 5, data: section };
const options = {
  segmentationConfiguration: segmentationConfiguration.parse({}),
  fallbackSourceTags: [],
};

describe('emsg boxes at the head of a segment', () => {
  it('D15 version 0 counts from the segment, version 1 from media time 0', () => {
    const head = Buffer.concat([
      mediaBox('styp', Buffer.from('msdh')),
      emsg({ ...event, version: 0, time: 4_000 }),
      emsg({ ...event, version: 1, time: 700_000, id: 6 }),
      mediaBox('moof', Buffer.alloc(20)),
      emsg({ ...event, version: 0, time: 0, id: 8 }),
    ]);
    const found = inbandEventsOf(head, place);
    expect(found.map(({ id, atMs, durationSeconds }) => [id, atMs, durationSeconds])).toEqual([
      [5, 1_004_000, 30],
      [6, 1_100_000, 30],
    ]);
    expect(inbandCues(found, options)).toMatchObject([
      { kind: 'out', atMs: 1_004_000, eventId: '7', durationSeconds: 30, dialect: SCHEME },
      { kind: 'out', atMs: 1_100_000, eventId: '7', segmentationTypeId: 0x34 },
    ]);
  });

  it('D13 a duration that is not declared is that of the message; a hex channel reads the binary payload, too', () => {
    const head = emsg({ ...event, version: 0, time: 0, duration: 0xffffffff });
    const found = inbandEventsOf(head, place);
    const hex = segmentationConfiguration.parse({ scte35IsHexNotBase64: true });
    for (const segmentation of [options.segmentationConfiguration, hex]) {
      const cues = inbandCues(found, { ...options, segmentationConfiguration: segmentation });
      expect(cues.map(({ durationSeconds }) => durationSeconds)).toEqual([30]);
    }
  });

  it('D15 leaves out other schemes, schemes that the channel does not name, and payloads that are none', () => {
    const head = Buffer.concat([
      emsg({ ...event, version: 0, time: 0, schemeIdUri: 'https://aomedia.org/emsg/ID3' }),
      emsg({ ...event, version: 0, time: 0, data: Buffer.from('noise') }),
      emsg({ ...event, version: 0, time: 0 }),
    ]);
    const found = inbandEventsOf(head, place);
    expect(found).toHaveLength(2);
    expect(inbandCues(found, options)).toHaveLength(1);
    const named = { ...options, fallbackSourceTags: ['urn:scte:scte35:2014:xml+bin'] };
    expect(inbandCues(found, named)).toEqual([]);
  });

  it('D15 reads what is there of a head that is cut off, and any bytes without an error', () => {
    const [first, second] = [0, 1].map((version) => emsg({ ...event, version, time: 0 }));
    const head = Buffer.concat([first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)]);
    expect(inbandEventsOf(head.subarray(0, head.length - 3), place)).toHaveLength(1);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(head.length), (noise, at) => {
        const broken = Buffer.from(head);
        broken.set(noise.subarray(0, head.length - at), at);
        expect(inbandEventsOf(broken, place).length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
