import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzCases, type Random } from '@interlude/testkit/fuzz';
import { expect, it } from 'vitest';
import {
  decodeBase64,
  decodeHex,
  decodeSection,
  decodeSectionText,
  effectivePts,
  encodeBase64,
  encodeSection,
  PTS_MODULUS,
  type SpliceInfoSection,
  toHex,
} from './index.ts';
import { fuzzedBytes, fuzzedSection } from './sections.suite.ts';

const seeds = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test-vectors/fuzz/seeds.json'), 'utf8'),
);

/** A section survives encoding and decoding, value by value. */
function checkWhole(original: SpliceInfoSection): void {
  const bytes = encodeSection(original);
  const { section, warnings } = decodeSection(bytes);
  const expected = warnings.filter(
    ({ code }) => code !== 'ENCRYPTED' && code !== 'UNKNOWN_COMMAND',
  );
  deepStrictEqual(expected, []);
  ok(section?.crcOk);
  deepStrictEqual({ ...section, crc32: 0 }, original);
}

/** Changed bytes are refused with a reason or decoded; a decoded section survives encoding and decoding. */
function checkChanged(bytes: Uint8Array): void {
  const { section, warnings } = decodeSection(bytes);
  ok(warnings.length <= 32);
  if (section === undefined) {
    deepStrictEqual(
      warnings.map(({ code }) => code),
      ['NOT_DECODABLE'],
    );
    return;
  }
  const pts = effectivePts(section);
  ok(pts === undefined || (pts >= 0 && pts < PTS_MODULUS));
  const written = encodeSection(section);
  const again = decodeSection(written).section;
  ok(again?.crcOk);
  strictEqual(toHex(encodeSection(again)), toHex(written));
}

/** The same bytes in every text form; a text that is none is refused. */
function checkText(bytes: Uint8Array): void {
  const base64 = encodeBase64(bytes);
  strictEqual(base64, Buffer.from(bytes).toString('base64'));
  deepStrictEqual(decodeBase64(base64), bytes);
  if (bytes.length > 0) deepStrictEqual(decodeHex(toHex(bytes)), Uint8Array.from(bytes));
  decodeSectionText(base64);
  decodeSectionText(`0x${toHex(bytes)}`);
  decodeSectionText(base64.slice(bytes[0] ?? 0).replace('A', '\u00e4'));
}

interface ScteCase {
  readonly whole: SpliceInfoSection;
  readonly changed: Uint8Array;
  readonly hasText: boolean;
}

it('SCTE-S8 messages are given back, changed ones read or refused', { timeout: 3_600_000 }, () => {
  const figures = fuzzCases<ScteCase>({
    name: 'scte35',
    keptSeeds: seeds.scte35,
    make: (random: Random) => ({
      whole: fuzzedSection(random),
      changed: fuzzedBytes(random),
      hasText: random.once(4),
    }),
    check: ({ whole, changed, hasText }) => {
      checkWhole(whole);
      checkChanged(changed);
      if (hasText) checkText(changed);
    },
  });
  process.stdout.write(`scte35: ${JSON.stringify(figures)}\n`);
  expect(figures.slowestMs).toBeLessThan(100);
});
