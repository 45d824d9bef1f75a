import { describe, expect, it } from 'vitest';
import {
  addPts,
  decodeBase64,
  decodeSection,
  decodeSectionText,
  effectivePts,
  encodeBase64,
  encodeSection,
  PTS_MODULUS,
  ptsDifference,
  readUpid,
  type SpliceInfoSection,
  toHex,
} from './index.ts';
import { NO_BYTES, sectionOf } from './sections.suite.ts';

describe('encodeSection and decodeSection', () => {
  it('refuses to write what section_length cannot say', () => {
    const huge = { kind: 'private_command' as const, identifier: 1, bytes: new Uint8Array(4100) };
    expect(() => encodeSection(sectionOf(huge))).toThrow(RangeError);
  });

  it('keeps an encrypted message as it is', () => {
    const original: SpliceInfoSection = {
      ...sectionOf({ kind: 'unknown', commandType: -1, bytes: NO_BYTES }),
      encryption: { algorithm: 2, payload: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
      declaredCommandLength: 5,
    };
    const { section: decoded, warnings } = decodeSection(encodeSection(original));
    expect(warnings.map((warning) => warning.code)).toEqual(['ENCRYPTED']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('keeps an unknown command by its declared length', () => {
    const original = sectionOf(
      { kind: 'unknown', commandType: 0x42, bytes: Uint8Array.of(9, 8, 7) },
      [{ kind: 'avail', providerAvailId: 7 }],
    );
    const { section: decoded, warnings } = decodeSection(encodeSection(original));
    expect(warnings.map((warning) => warning.code)).toEqual(['UNKNOWN_COMMAND']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('SCTE-S8 keeps what the declared length counts behind the command', () => {
    const original: SpliceInfoSection = {
      ...sectionOf({ kind: 'splice_null' }, [{ kind: 'avail', providerAvailId: 7 }]),
      commandExtra: Uint8Array.of(0xab),
    };
    const bytes = encodeSection(original);
    const { section: decoded, warnings } = decodeSection(bytes);
    expect(warnings.map((warning) => warning.code)).toEqual(['COMMAND_LENGTH_WRONG']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('SCTE-S8 reads a private command whose declared length is too short for its identifier', () => {
    const original: SpliceInfoSection = {
      ...sectionOf({ kind: 'private_command', identifier: 0x01020304, bytes: NO_BYTES }, [
        { kind: 'avail', providerAvailId: 7 },
      ]),
      declaredCommandLength: 1,
    };
    const { section: decoded, warnings } = decodeSection(encodeSection(original));
    expect(warnings.map((warning) => warning.code)).toEqual(['COMMAND_LENGTH_WRONG']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('an unknown command of unknown length is everything up to the CRC', () => {
    const original: SpliceInfoSection = {
      ...sectionOf({ kind: 'unknown', commandType: 0x42, bytes: Uint8Array.of(9, 8, 7) }),
      declaredCommandLength: 0xfff,
    };
    const bytes = encodeSection(original);
    expect(bytes.length).toBe(3 + 10 + 1 + 3 + 4);
    const { section: decoded } = decodeSection(bytes);
    expect(decoded?.command).toEqual(original.command);
    expect(decoded && toHex(encodeSection(decoded))).toBe(toHex(bytes));
  });

  it('reads hex with and without prefix, base64 with and without padding, either alphabet', () => {
    const bytes = encodeSection(sectionOf({ kind: 'time_signal', spliceTime: { ptsTime: 5 } }));
    const base64 = encodeBase64(bytes);
    const forms = [
      toHex(bytes),
      `0x${toHex(bytes).toUpperCase()}`,
      base64,
      base64.replaceAll('=', ''),
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      ` ${base64.slice(0, 10)}\n${base64.slice(10)} `,
    ];
    for (const form of forms)
      expect(decodeSectionText(form).section?.command.kind).toBe('time_signal');
    for (const form of ['', '/', '0x', '0xF', 'FC3', '#', 'A'.repeat(20_000)])
      expect(decodeSectionText(form).section).toBeUndefined();
    expect(decodeBase64('AAA')).toEqual(Uint8Array.of(0, 0));
  });
});

describe('33-bit time', () => {
  it('SCTE-S4 wraps sums and compares by the short way round', () => {
    expect(addPts(8_589_844_592, 180_000)).toBe(90_000);
    expect(addPts(0, -1)).toBe(PTS_MODULUS - 1);
    expect(ptsDifference(90_000, PTS_MODULUS - 90_000)).toBe(180_000);
    expect(ptsDifference(PTS_MODULUS - 90_000, 90_000)).toBe(-180_000);
    const wrapping = sectionOf({ kind: 'time_signal', spliceTime: { ptsTime: 8_589_844_592 } });
    expect(effectivePts({ ...wrapping, ptsAdjustment: 180_000 })).toBe(90_000);
  });
});

describe('segmentation_upid', () => {
  it('SCTE-S8 reads the ids inside a MID and the parts of an MPU', () => {
    const uri = new TextEncoder().encode('urn:x');
    const mid = readUpid(
      0x0d,
      Uint8Array.of(0x0f, uri.length, ...uri, 0x0c, 5, 0x44, 0x49, 0x53, 0x43, 9),
    );
    expect(mid.mid.map((id) => [id.type, id.text])).toEqual([
      [0x0f, 'urn:x'],
      [0x0c, '4449534309'],
    ]);
    expect(mid.mid[1]?.mpu).toEqual({ formatIdentifier: 0x44495343, data: Uint8Array.of(9) });
  });

  it('prints EIDR and UUID in their usual form', () => {
    const eidr = Uint8Array.of(
      0x14,
      0x78,
      0xf8,
      0x5a,
      0xe1,
      0x00,
      0xb0,
      0x68,
      0x5b,
      0x8f,
      0xb1,
      0xb6,
    );
    expect(readUpid(0x0a, eidr).text).toBe('10.5240/F85A-E100-B068-5B8F-B1B6');
    const uuid = Uint8Array.from({ length: 16 }, (_, index) => index);
    expect(readUpid(0x10, uuid).text).toBe('00010203-0405-0607-0809-0a0b0c0d0e0f');
  });
});
