// Documents put together for the fuzz: of the formats' own elements, in any order and depth, then cut, doubled
// and edited.
import type { Random } from '@interlude/testkit/fuzz';

const NAMES =
  `VAST Ad InLine Wrapper VASTAdTagURI Impression Error Creatives Creative Linear Duration MediaFiles
  MediaFile Mezzanine TrackingEvents Tracking VideoClicks ClickTracking UniversalAdId Extensions Extension
  Icons Icon Category ViewableImpression Viewable CompanionAds vmap:VMAP vmap:AdBreak vmap:AdSource
  vmap:VASTAdData vmap:AdTagURI vmap:TrackingEvents vmap:Tracking rss channel item media:group media:content
  ad:cuepoints ad:cuepoint ad:splicetime ad:duration ad:maxcount category guid x:y`.split(/\s+/);
const KEYS =
  `version id sequence adType conditionalAd event offset type delivery width bitrate timeOffset breakType
  breakId repeatAfter allowMultipleAds followRedirects url duration idRegistry __proto__ a:b`.split(
    /\s+/,
  );
const VALUES = [
  ...['', '1', '-1', '1e999', 'NaN', 'true', 'start', '50%', '#1', '00:00:10', '99:99:99.9', '4.2'],
  ...['https://a.example/?x=[CACHEBUSTING]&amp;y=1', '&#x10ffff;', '&#0;', '&unknown;', ' \n '],
  '\u{1f600}',
];
const TEXTS = [
  ...['text', '<![CDATA[ <a> ]]>', '<!-- c -->', '&amp;', '12', '<?pi x?>', '00:00:15.5'],
  ...['<![CDATA[https://a.example/?e=[ERRORCODE]&p=%%ADPLAYHEAD%%]]>'],
];
export type DocumentKind = 'vast' | 'vmap' | 'mrss';

const ROOTS: Readonly<Record<DocumentKind, readonly (readonly [string, string])[]>> = {
  vast: [
    ['<VAST version="4.2"><Ad id="a"><InLine>', '</InLine></Ad></VAST>'],
    ['<VAST version="3.0"><Ad sequence="2"><Wrapper>', '</Wrapper></Ad></VAST>'],
    [
      '<VAST version="4.0"><Ad><InLine><Creatives><Creative><Linear>',
      '</Linear></Creative></Creatives></InLine></Ad></VAST>',
    ],
    ['<VAST>', '</VAST>'],
  ],
  vmap: [
    [
      '<vmap:VMAP><vmap:AdBreak timeOffset="start"><vmap:AdSource>',
      '</vmap:AdSource></vmap:AdBreak></vmap:VMAP>',
    ],
    ['<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap">', '</vmap:VMAP>'],
  ],
  mrss: [
    ['<rss><channel><item><ad:cuepoints>', '</ad:cuepoints></item></channel></rss>'],
    ['<rss><channel><item><media:group>', '</media:group></item></channel></rss>'],
    ['<rss>', '</rss>'],
  ],
};
const PIECES = [
  ...['', '<', '>', '&', '"', ']]>', '<![CDATA[', '</Ad>', '\0', '<!DOCTYPE x>', '<!--', '/>'],
  ...[' xmlns:a="', '\uFEFF', '<Ad>', '</Creative>'],
];

function node(random: Random, depth: number): string {
  if (random.once(3) || depth > 5) return random.pick(TEXTS);
  const name = random.pick(NAMES);
  const keys = new Set(random.list(3, () => random.pick(KEYS)));
  const attributes = [...keys].map((key) => ` ${key}="${random.pick(VALUES)}"`).join('');
  const children = random.list(3, () => node(random, depth + 1)).join('');
  return `<${name}${attributes}>${children}</${name}>`;
}

/** A document with the root of the kind, at times without one. */
export function fuzzedDocument(random: Random, kind: DocumentKind): string {
  const [open, close] = random.once(20) ? ['', ''] : random.pick(ROOTS[kind]);
  const text = open + random.list(3, () => node(random, 0)).join('') + close;
  return random.once(3) ? random.edit(text, 2, PIECES) : text;
}
