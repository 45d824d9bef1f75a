// A parser may call a document invalid; it must not throw, hang, or return more than its limits allow.
import { deepStrictEqual, ok } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzCases, type Random } from '@interlude/testkit/fuzz';
import { expect, it } from 'vitest';
import { type DocumentKind, fuzzedDocument } from './fuzzed-documents.suite.ts';
import {
  decodeDocument,
  expandMacros,
  judgeLinear,
  orderPod,
  parseMrss,
  parseOffset,
  parseVast,
  parseVmap,
  VAST_LIMITS,
} from './index.ts';
import { saxesTree } from './saxes-tree.suite.ts';
import { nodeOf } from './xml-node.ts';
import { readXmlTree } from './xml-tree.ts';

const seeds = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test-vectors/fuzz/seeds.json'), 'utf8'),
);

const plain = (tree: unknown) => tree && JSON.parse(JSON.stringify(tree));

function readVast(text: string): void {
  const result = parseVast(text);
  if (result.kind === 'invalid') return;
  ok(result.ads.length <= VAST_LIMITS.maxAds);
  const inline = result.ads.filter((ad) => ad.kind === 'inline');
  orderPod(inline);
  for (const ad of inline) {
    judgeLinear(ad);
    for (const url of ad.impressions) expandMacros(url, {});
    for (const { trackingEvents, durationSeconds } of ad.creatives)
      for (const { offset } of trackingEvents)
        if (offset !== undefined) parseOffset(offset, durationSeconds);
  }
}

function readVmap(text: string): void {
  const result = parseVmap(text);
  if (result.kind === 'invalid') return;
  for (const { offset } of result.breaks)
    if (offset.kind === 'time') ok(Number.isSafeInteger(offset.atMs));
}

function readMrss(text: string): void {
  const result = parseMrss(text);
  if (result.kind === 'invalid') return;
  for (const { cuePoints, durationMs = 0 } of result.items) {
    ok(durationMs >= 0);
    for (const { spliceTimeMs } of cuePoints) ok(spliceTimeMs >= -1);
  }
}

const READERS: Readonly<Record<DocumentKind, (text: string) => void>> = {
  vast: readVast,
  vmap: readVmap,
  mrss: readMrss,
};

function report(figures: ReturnType<typeof fuzzCases>, name: string): void {
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
  expect(figures.slowestMs).toBeLessThan(100);
}

it.each(['vast', 'vmap', 'mrss'] as const)(
  '%s documents made of pieces are called invalid or read within their limits',
  { timeout: 3_600_000 },
  (kind) => {
    const figures = fuzzCases({
      name: kind,
      keptSeeds: seeds.vast,
      make: (random: Random) => fuzzedDocument(random, kind),
      check: READERS[kind],
    });
    report(figures, kind);
  },
);

it('documents are well-formed, and have the tree, that another parser says', {
  timeout: 3_600_000,
}, () => {
  const figures = fuzzCases({
    name: 'xml',
    keptSeeds: seeds.vast,
    make: (random: Random) => fuzzedDocument(random, random.pick(['vast', 'vmap', 'mrss'])),
    check: (made) => {
      // The mark is left out before a tree is read.
      const text = made.replace(/^\uFEFF+/, '');
      // saxes joins an unpaired surrogate with the next character, and reads XML 1.1 by other rules.
      if (!text.isWellFormed()) return;
      const tree = readXmlTree(text, VAST_LIMITS);
      const ours = typeof tree === 'string' ? undefined : nodeOf(tree);
      deepStrictEqual(plain(ours), plain(saxesTree(text)));
    },
  });
  report(figures, 'xml');
});

const CHARSETS = [
  'utf-8',
  'utf-16',
  'iso-8859-1',
  'windows-1252',
  'x',
  '',
  '"utf-8',
  'UTF-16BE;a=b',
];
const MARKS = [[], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0x3c, 0x00], [0x00, 0x3c]];

it('V11 decodes any bytes', { timeout: 3_600_000 }, () => {
  const figures = fuzzCases({
    name: 'vast',
    keptSeeds: seeds.vast,
    make: (random: Random) => ({
      bytes: Uint8Array.from([...random.pick(MARKS), ...random.bytes(64)]),
      type: `text/xml; charset=${random.pick(CHARSETS)}`,
    }),
    check: ({ bytes, type }) => readVast(decodeDocument(bytes, type)),
  });
  report(figures, 'vast bytes');
});
