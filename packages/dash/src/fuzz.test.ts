import { ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzCases, type Random } from '@interlude/testkit/fuzz';
import { expect, it } from 'vitest';
import { fuzzedMpd } from './fuzzed-mpds.suite.ts';
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

const seeds = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test-vectors/fuzz/seeds.json'), 'utf8'),
);

/** Every list of segments begins, and none has a segment without length. */
function listSegments(mpd: Mpd): void {
  for (const period of mpd.periods) {
    ok(period.startMs >= 0);
    for (const { representations } of period.adaptationSets)
      for (const representation of representations) {
        let seen = 0;
        const span = { untilMs: period.startMs + 60_000 };
        for (const segment of segmentsOf(representation, period, span)) {
          ok(segment.d > 0);
          if (++seen >= 8) break;
        }
      }
  }
}

/** An edited document parses to its old content and the edits. */
function editAndRead(mpd: Mpd): void {
  const edited = withChildren(withAttributes(mpd.element, { id: 'x"&<' }), [
    ...mpd.element.children,
    element('Added', { a: '1' }),
  ]);
  const again = parseXml(writeElement(edited), { opaque: ['SegmentTimeline'] });
  if (again.kind !== 'document') throw new Error(`the edited document is ${again.kind}`);
  strictEqual(again.document.root.attribute('id'), 'x"&<');
  strictEqual(again.document.root.children.length, mpd.element.children.length + 1);
}

interface MpdCase {
  readonly text: string;
  readonly isEdited: boolean;
}

function checkMpd({ text, isEdited }: MpdCase): void {
  const { mpd, warnings } = parseMpd(text);
  if (mpd === undefined) {
    ok(warnings.length > 0, 'refused without a word');
    return;
  }
  ok(writeMpd(mpd) === text, 'written otherwise than read');
  listSegments(mpd);
  if (isEdited) editAndRead(mpd);
}

it('MPDs made of pieces are refused or read, listed, edited and written back', {
  timeout: 3_600_000,
}, () => {
  const figures = fuzzCases({
    name: 'dash',
    keptSeeds: seeds.dash,
    make: (random: Random): MpdCase => ({ text: fuzzedMpd(random), isEdited: random.once(3) }),
    check: checkMpd,
  });
  process.stdout.write(`dash: ${JSON.stringify(figures)}\n`);
  expect(figures.slowestMs).toBeLessThan(100);
});
