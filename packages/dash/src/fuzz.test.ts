import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  element,
  type Mpd,
  parseMpd,
  parseXml,
  segmentsOf,
  withAttributes,
  withChildren,
  writeElement,
  writeMpd,
} from './index.ts';

const root = join(import.meta.dirname, '../../..');

/** Real documents, and the tags and texts they are made of. */
const documents = [join(root, 'test-vectors/dash'), join(root, '../shared/fixtures/dash')]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mpd'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  .filter((text) => text.length < 6000);
const pieces = [...new Set(documents.flatMap((text) => text.match(/<[^>]*>|[^<]+/g) ?? []))];

const HOSTILE = [
  '',
  '<',
  '>',
  '"',
  "'",
  '/',
  '&',
  '&lol;',
  '&#xFFFFFFF;',
  '<!DOCTYPE x [<!ENTITY y "z">]>',
  '<!--',
  '<![CDATA[',
  ']]>',
  '\u0000',
  '-1',
  '9'.repeat(25),
  '1e999',
  'PT999999999999999S',
  '<SegmentTimeline>',
  '</SegmentTimeline>',
  '<S t="1" d="1" r="99999999999"/>',
  '<S t="0" d="1" r="-1"/>',
  ' xlink:href="x"',
  '<Period',
];

const mutated = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.array(
      fc.tuple(
        fc.nat(6000),
        fc.nat(30),
        fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...pieces)),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([text, cuts]) => {
    let changed = text;
    for (const [at, length, put] of cuts)
      changed =
        changed.slice(0, at % changed.length || 0) +
        put +
        changed.slice((at % changed.length || 0) + length);
    return changed;
  });
/** Attribute values exchanged, the structure kept: gets past the scanner into the model. */
const revalued = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.nat(80),
    fc.constantFrom(...HOSTILE, '0', '1', '10', '0.5', 'INF'),
  )
  .map(([text, index, value]) => {
    let seen = 0;
    return text.replace(/="[^"]*"/g, (whole) =>
      seen++ % 81 === index ? `="${value.replaceAll(/[<>"&]/g, '')}"` : whole,
    );
  });
const shuffled = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((parts) => `<MPD type="dynamic">${parts.join('')}</MPD>`);

function readAll(mpd: Mpd): void {
  for (const period of mpd.periods) {
    expect(period.startMs).toBeGreaterThanOrEqual(0);
    for (const set of period.adaptationSets)
      for (const representation of set.representations) {
        let seen = 0;
        for (const segment of segmentsOf(representation, period, {
          untilMs: period.startMs + 60_000,
        })) {
          expect(segment.d).toBeGreaterThan(0);
          if (++seen >= 20) break;
        }
      }
  }
}

it('mutated MPDs are refused or read, listed, edited and written back', () => {
  fc.assert(
    fc.property(fc.oneof(mutated, revalued, shuffled), (text) => {
      const { mpd, warnings } = parseMpd(text);
      if (mpd === undefined) {
        expect(warnings.length).toBeGreaterThan(0);
        return;
      }
      expect(writeMpd(mpd) === text).toBe(true);
      readAll(mpd);
      const edited = withChildren(withAttributes(mpd.element, { id: 'x"&<' }), [
        ...mpd.element.children,
        element('Added', { a: '1' }),
      ]);
      const again = parseXml(writeElement(edited), { opaque: ['SegmentTimeline'] });
      expect(again.kind).toBe('document');
      if (again.kind === 'document') {
        expect(again.document.root.attribute('id')).toBe('x"&<');
        expect(again.document.root.children).toHaveLength(mpd.element.children.length + 1);
      }
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 4000), seed: 23_009 },
  );
});
