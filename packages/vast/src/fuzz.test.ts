// Documents put together of the formats' own elements, in any order and depth, then cut, doubled and
// edited. A parser may call them invalid; it must not throw, hang, or hand out more than its limits say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

const names = fc.constantFrom(
  ...`VAST Ad InLine Wrapper VASTAdTagURI Impression Error Creatives Creative Linear Duration MediaFiles
  MediaFile Mezzanine TrackingEvents Tracking VideoClicks ClickTracking UniversalAdId Extensions Extension
  Icons Icon Category ViewableImpression Viewable CompanionAds vmap:VMAP vmap:AdBreak vmap:AdSource
  vmap:VASTAdData vmap:AdTagURI vmap:TrackingEvents vmap:Tracking rss channel item media:group media:content
  ad:cuepoints ad:cuepoint ad:splicetime ad:duration ad:maxcount category guid x:y`.split(/\s+/),
);
const keys = fc.constantFrom(
  ...`version id sequence adType conditionalAd event offset type delivery width bitrate timeOffset breakType
  breakId repeatAfter allowMultipleAds followRedirects url duration idRegistry __proto__ a:b`.split(
    /\s+/,
  ),
);
const values = fc.constantFrom(
  ...['', '1', '-1', '1e999', 'NaN', 'true', 'start', '50%', '#1', '00:00:10', '99:99:99.9', '4.2'],
  ...[
    'https://a.example/?x=[CACHEBUSTING]&amp;y=1',
    '&#x10ffff;',
    '&#0;',
    '&unknown;',
    ' \n ',
    '\u{1f600}',
  ],
);
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('text', '<![CDATA[ <a> ]]>', '<!-- c -->', '&amp;', '12', '<?pi x?>'),
    fc
      .record({
        name: names,
        attributes: fc.uniqueArray(fc.tuple(keys, values), {
          maxLength: 4,
          selector: ([key]) => key,
        }),
        children: fc.array(tie('node'), { maxLength: 4 }),
      })
      .map(({ name, attributes, children }) => {
        const written = attributes.map(([key, value]) => ` ${key}="${value}"`).join('');
        return `<${name}${written}>${children.join('')}</${name}>`;
      }),
  ),
}));
const document = fc
  .record({
    root: fc.constantFrom(
      ['<VAST version="4.2"><Ad id="a"><InLine>', '</InLine></Ad></VAST>'],
      ['<VAST version="3.0"><Ad sequence="2"><Wrapper>', '</Wrapper></Ad></VAST>'],
      [
        '<vmap:VMAP><vmap:AdBreak timeOffset="start"><vmap:AdSource>',
        '</vmap:AdSource></vmap:AdBreak></vmap:VMAP>',
      ],
      ['<rss><channel><item><ad:cuepoints>', '</ad:cuepoints></item></channel></rss>'],
      ['<VAST>', '</VAST>'],
      ['', ''],
    ),
    nodes: fc.array(node, { maxLength: 4 }),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat({ max: 12 }),
        put: fc.constantFrom(
          '',
          '<',
          '>',
          '&',
          '"',
          ']]>',
          '<![CDATA[',
          '</Ad>',
          '\0',
          '<!DOCTYPE x>',
        ),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ root: [open, close], nodes, edits }) => {
    let text = `${open}${nodes.join('')}${close}`;
    for (const { at, cut, put } of edits) {
      const from = Math.floor(at * text.length);
      text = text.slice(0, from) + put + text.slice(from + cut);
    }
    return text;
  });

function readVast(text: string): void {
  const result = parseVast(text);
  if (result.kind === 'invalid') return;
  expect(result.ads.length).toBeLessThanOrEqual(VAST_LIMITS.maxAds);
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
    if (offset.kind === 'time') expect(Number.isSafeInteger(offset.atMs)).toBe(true);
}

function readMrss(text: string): void {
  const result = parseMrss(text);
  if (result.kind === 'invalid') return;
  for (const { cuePoints, durationMs = 0 } of result.items) {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    for (const { spliceTimeMs } of cuePoints) expect(spliceTimeMs).toBeGreaterThanOrEqual(-1);
  }
}

const HANG_MS = 100;

function spentMs(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

describe('documents made of pieces', () => {
  it.each([
    ['VAST', readVast],
    ['VMAP', readVmap],
    ['MRSS', readMrss],
  ])(
    '%s: no throw, no hang',
    (_name, read) => {
      fc.assert(
        fc.property(document, (text) => {
          if (spentMs(() => read(text)) < HANG_MS) return;
          // A busy machine stops a process at any time; a hang comes again.
          const again = [1, 2, 3].map(() => spentMs(() => read(text)));
          expect(Math.min(...again)).toBeLessThan(HANG_MS);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    600_000,
  );

  it('V11 decodes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ maxLength: 20 }), (bytes, type) => {
        readVast(decodeDocument(bytes, `text/xml; charset=${type}`));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }, 600_000);
});
