import fc from 'fast-check';
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
  type SpliceCommand,
  type SpliceDescriptor,
  type SpliceInfoSection,
  toHex,
} from './index.ts';

const NO_BYTES = new Uint8Array();

function section(
  command: SpliceCommand,
  descriptors: readonly SpliceDescriptor[] = [],
): SpliceInfoSection {
  return {
    pointerField: undefined,
    sapType: 3,
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 255,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command,
    descriptors,
    stuffing: NO_BYTES,
    crc32: 0,
    crcOk: true,
  };
}

const u = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const pts = fc.record({
  ptsTime: fc.option(
    fc.maxSafeNat().map((n) => n % PTS_MODULUS),
    { nil: undefined },
  ),
});
const someBytes = (maxLength: number) => fc.uint8Array({ maxLength });
const duration = fc.option(
  fc.record({
    autoReturn: fc.boolean(),
    durationTicks: fc.maxSafeNat().map((n) => n % PTS_MODULUS),
  }),
  { nil: undefined },
);
const avail = { uniqueProgramId: u(16), availNum: u(8), availsExpected: u(8) };

const insert: fc.Arbitrary<SpliceCommand> = fc
  .record({
    eventId: u(32),
    cancel: fc.boolean(),
    outOfNetwork: fc.boolean(),
    immediate: fc.boolean(),
    complianceFlag: fc.boolean(),
    spliceTime: pts,
    components: fc.option(fc.array(fc.record({ tag: u(8), spliceTime: pts }), { maxLength: 4 }), {
      nil: undefined,
    }),
    breakDuration: duration,
    ...avail,
  })
  .map(({ eventId, cancel, spliceTime, components, ...rest }) => ({
    kind: 'splice_insert' as const,
    eventId,
    cancel,
    detail: cancel
      ? undefined
      : {
          ...rest,
          spliceTime: components === undefined && !rest.immediate ? spliceTime : undefined,
          components: components?.map((component) => ({
            tag: component.tag,
            spliceTime: rest.immediate ? undefined : component.spliceTime,
          })),
        },
  }));

const schedule: fc.Arbitrary<SpliceCommand> = fc
  .array(
    fc
      .record({
        eventId: u(32),
        cancel: fc.boolean(),
        outOfNetwork: fc.boolean(),
        utc: u(32),
        components: fc.option(
          fc.array(fc.record({ tag: u(8), utcSpliceTime: u(32) }), { maxLength: 3 }),
          { nil: undefined },
        ),
        breakDuration: duration,
        ...avail,
      })
      .map(({ eventId, cancel, utc, ...rest }) => ({
        eventId,
        cancel,
        detail: cancel
          ? undefined
          : { ...rest, utcSpliceTime: rest.components === undefined ? utc : undefined },
      })),
    { maxLength: 4 },
  )
  .map((splices) => ({ kind: 'splice_schedule' as const, splices }));

const command: fc.Arbitrary<SpliceCommand> = fc.oneof(
  fc.constant<SpliceCommand>({ kind: 'splice_null' }),
  fc.constant<SpliceCommand>({ kind: 'bandwidth_reservation' }),
  insert,
  schedule,
  pts.map((spliceTime) => ({ kind: 'time_signal' as const, spliceTime })),
  fc
    .record({ identifier: u(32), bytes: someBytes(30) })
    .map((rest) => ({ kind: 'private_command' as const, ...rest })),
);

const segmentation: fc.Arbitrary<SpliceDescriptor> = fc
  .record({
    eventId: u(32),
    cancel: fc.boolean(),
    complianceFlag: fc.boolean(),
    components: fc.option(fc.array(fc.record({ tag: u(8), ptsOffset: u(32) }), { maxLength: 3 }), {
      nil: undefined,
    }),
    durationTicks: fc.option(u(40), { nil: undefined }),
    restrictions: fc.option(
      fc.record({
        webDeliveryAllowed: fc.boolean(),
        noRegionalBlackout: fc.boolean(),
        archiveAllowed: fc.boolean(),
        deviceRestrictions: u(2),
      }),
      { nil: undefined },
    ),
    upid: fc.tuple(u(4), someBytes(40)).map(([type, bytes]) => readUpid(type, bytes)),
    typeId: fc.constantFrom(0x10, 0x22, 0x23, 0x30, 0x34, 0x35, 0x44, 0x50),
    segmentNum: u(8),
    segmentsExpected: u(8),
    sub: fc.option(fc.tuple(u(8), u(8)), { nil: undefined }),
  })
  .map(({ eventId, cancel, sub, ...rest }) => {
    const pair = [0x30, 0x34, 0x44].includes(rest.typeId) ? sub : undefined;
    return {
      kind: 'segmentation' as const,
      eventId,
      cancel,
      detail: cancel
        ? undefined
        : { ...rest, subSegmentNum: pair?.[0], subSegmentsExpected: pair?.[1] },
    };
  });

const descriptor: fc.Arbitrary<SpliceDescriptor> = fc.oneof(
  segmentation,
  u(32).map((providerAvailId) => ({ kind: 'avail' as const, providerAvailId })),
  fc
    .record({ prerollTenths: u(8), characters: fc.stringMatching(/^[0-9*#]{0,7}$/) })
    .map((rest) => ({ kind: 'dtmf' as const, ...rest })),
  fc
    .record({ taiSeconds: u(48), taiNanoseconds: u(32), utcOffsetSeconds: u(16) })
    .map((rest) => ({ kind: 'time' as const, ...rest })),
  fc
    .array(
      fc.record({
        tag: u(8),
        language: fc.stringMatching(/^[a-z]{3}$/),
        bitStreamMode: u(3),
        channels: u(4),
        fullService: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    .map((components) => ({ kind: 'audio' as const, components })),
  fc
    .record({ tag: u(8), bytes: someBytes(20) })
    .map((rest) => ({ kind: 'unknown' as const, identifier: 0x53415053, ...rest })),
);

describe('encodeSection and decodeSection', () => {
  it('give back every command and descriptor', () => {
    fc.assert(
      fc.property(
        command,
        fc.array(descriptor, { maxLength: 4 }),
        u(33),
        (one, descriptors, adjustment) => {
          const original = { ...section(one, descriptors), ptsAdjustment: adjustment };
          const decoded = decodeSection(encodeSection(original));
          expect(decoded.warnings).toEqual([]);
          expect({ ...decoded.section, crc32: 0 }).toEqual(original);
        },
      ),
      { numRuns: 2000, seed: 35 },
    );
  });

  it('SCTE-S8 never throws on mutated bytes', () => {
    fc.assert(
      fc.property(
        command,
        fc.array(descriptor, { maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
        fc.nat(40),
        (one, descriptors, changes, cut) => {
          const bytes = encodeSection(section(one, descriptors));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const { section: decoded } = decodeSection(bytes.subarray(0, bytes.length - (cut % 5)));
          if (decoded !== undefined) encodeSection(decoded);
        },
      ),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 3000), seed: 351 },
    );
  });

  it('refuses to write what section_length cannot say', () => {
    const huge = { kind: 'private_command' as const, identifier: 1, bytes: new Uint8Array(4100) };
    expect(() => encodeSection(section(huge))).toThrow(RangeError);
  });

  it('keeps an encrypted message as it is', () => {
    const original: SpliceInfoSection = {
      ...section({ kind: 'unknown', commandType: -1, bytes: NO_BYTES }),
      encryption: { algorithm: 2, payload: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
      declaredCommandLength: 5,
    };
    const { section: decoded, warnings } = decodeSection(encodeSection(original));
    expect(warnings.map((warning) => warning.code)).toEqual(['ENCRYPTED']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('keeps an unknown command by its declared length', () => {
    const original = section(
      { kind: 'unknown', commandType: 0x42, bytes: Uint8Array.of(9, 8, 7) },
      [{ kind: 'avail', providerAvailId: 7 }],
    );
    const { section: decoded, warnings } = decodeSection(encodeSection(original));
    expect(warnings.map((warning) => warning.code)).toEqual(['UNKNOWN_COMMAND']);
    expect({ ...decoded, crc32: 0 }).toEqual(original);
  });

  it('reads hex with and without prefix, base64 with and without padding, either alphabet', () => {
    const bytes = encodeSection(section({ kind: 'time_signal', spliceTime: { ptsTime: 5 } }));
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
    const wrapping = section({ kind: 'time_signal', spliceTime: { ptsTime: 8_589_844_592 } });
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
