// MPDs put together for the fuzz: the format's own elements in their places with good, odd and hostile values,
// the project's vectors with pieces exchanged, and both with characters cut and put in.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@interlude/testkit/fuzz';

const vectors = join(import.meta.dirname, '../../../test-vectors/dash');

/** The project's own documents only: the same seed makes the same case on every machine. */
const DOCUMENTS = readdirSync(vectors)
  .filter((name) => name.endsWith('.mpd'))
  .map((name) => readFileSync(join(vectors, name), 'utf8'));
const TAGS = [...new Set(DOCUMENTS.flatMap((text) => text.match(/<[^>]*>|[^<]+/g) ?? []))];

const PIECES = [
  ...[
    '',
    '<',
    '>',
    '"',
    "'",
    '/',
    '&',
    '=',
    ' ',
    '&lol;',
    '&#xFFFFFFF;',
    '&#0;',
    '&amp;',
    '\u0000',
  ],
  ...[
    '<!DOCTYPE x [<!ENTITY y "z">]>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '/>',
    '\uFEFF',
  ],
  ...[
    '</Period>',
    '<Period>',
    '</SegmentTimeline>',
    '<S d="1"/>',
    ' xmlns:a="b"',
    ' t="1"',
    '\u{1F600}',
  ],
];
const NUMBERS = [
  ...[
    '0',
    '1',
    '2',
    '10',
    '90000',
    '48000',
    '184320',
    '4',
    '-1',
    '-5',
    '0.5',
    '1e999',
    'NaN',
    '',
    'x',
  ],
  ...['9'.repeat(25), '9007199254740993', '4294967296', ' 7 ', '+3', '0x10', '16409952000000000'],
];
const DURATIONS = [
  ...['PT0S', 'PT4S', 'PT1M30.5S', 'PT1H', 'P1D', 'P1Y2M3DT4H5M6.7S', '-PT5S', 'PT', 'P', '4S', ''],
  ...['PT999999999999999S', 'PT0.0000001S', 'PT1e3S', 'INF'],
];
const DATES = [
  '2026-03-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2026-03-01T12:00:00.5+01:00',
  'now',
  '',
];
const TEXTS = [
  ...[
    'video/mp4',
    'audio/mp4',
    'text/vtt',
    'video',
    'audio',
    'en',
    'avc1.64001e',
    'urn:x',
    'a&amp;b',
  ],
  ...[
    '$RepresentationID$/$Time$.m4s',
    '$Number%05d$.m4s',
    '$Number%99999d$',
    '$$$Bandwidth$',
    '$Time',
  ],
  ...['0-99', '99-0', '-', 'urn:scte:scte35:2014:xml+bin', '&#45;', 'é'],
];
const MARKUP = [
  '<!-- c -->',
  '<![CDATA[ x ]]>',
  '<?pi x?>',
  '\n\t',
  ' text &amp; ',
  '<x:y z="1"/>',
  '<A><B/></A>',
];

function attributes(random: Random, values: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(values)
    .filter(() => !random.once(3))
    .map(([name, list]) => ` ${name}="${random.pick(random.once(16) ? TEXTS : list)}"`)
    .join('');
}

function written(
  random: Random,
  name: string,
  opening: string,
  children: readonly string[],
): string {
  const inner = random.once(8) ? [...children, random.pick(MARKUP)] : children;
  if (inner.length === 0 && random.once(2)) return `<${name}${opening}/>`;
  return `<${name}${opening}>${inner.join(random.once(3) ? '\n' : '')}</${name}>`;
}

function timeline(random: Random): string {
  const times = { t: NUMBERS, d: NUMBERS, r: ['0', '1', '3', '-1', '-2', '99999999999'], k: ['2'] };
  const runs = random.list(4, () => `<S${attributes(random, times)}/>`);
  return written(random, 'SegmentTimeline', '', runs);
}

const TIMED = {
  timescale: NUMBERS,
  duration: NUMBERS,
  startNumber: NUMBERS,
  endNumber: NUMBERS,
  presentationTimeOffset: NUMBERS,
  availabilityTimeOffset: NUMBERS,
};

function addressing(random: Random): string[] {
  const inner = random.once(2) ? [timeline(random)] : [];
  switch (random.below(6)) {
    case 0:
      return [];
    case 1: {
      const urls = random.list(
        3,
        () => `<SegmentURL${attributes(random, { media: TEXTS, mediaRange: TEXTS })}/>`,
      );
      return [written(random, 'SegmentList', attributes(random, TIMED), [...inner, ...urls])];
    }
    case 2:
      return [`<SegmentBase${attributes(random, { ...TIMED, indexRange: TEXTS })}/>`];
    default: {
      const opening = attributes(random, { ...TIMED, media: TEXTS, initialization: TEXTS });
      return [written(random, 'SegmentTemplate', opening, inner)];
    }
  }
}

const baseUrl = (random: Random) =>
  random.once(5) ? [`<BaseURL>${random.pick(TEXTS)}</BaseURL>`] : [];

const descriptor = (random: Random) =>
  random.once(5)
    ? [
        `<${random.pick(['Role', 'ContentProtection', 'SupplementalProperty', 'InbandEventStream'])} schemeIdUri="urn:x" value="main"/>`,
      ]
    : [];

function representation(random: Random): string {
  const names = { id: ['v0', 'v1', 'a'], bandwidth: NUMBERS, codecs: TEXTS, width: NUMBERS };
  const inner = [...baseUrl(random), ...(random.once(3) ? addressing(random) : [])];
  return written(random, 'Representation', attributes(random, names), inner);
}

function adaptationSet(random: Random): string {
  const names = { id: NUMBERS, contentType: TEXTS, mimeType: TEXTS, lang: TEXTS };
  return written(random, 'AdaptationSet', attributes(random, names), [
    ...descriptor(random),
    ...addressing(random),
    ...random.list(2, () => representation(random)),
  ]);
}

function eventStream(random: Random): string {
  const names = { presentationTime: NUMBERS, duration: NUMBERS, id: NUMBERS };
  const events = random.list(2, () =>
    written(
      random,
      'Event',
      attributes(random, names),
      random.once(2) ? [random.pick(MARKUP)] : [],
    ),
  );
  const opening = { schemeIdUri: TEXTS, timescale: NUMBERS, presentationTimeOffset: NUMBERS };
  return written(random, 'EventStream', attributes(random, opening), events);
}

function period(random: Random): string {
  const names = { id: ['p0', 'p1'], start: DURATIONS, duration: DURATIONS };
  return written(random, 'Period', attributes(random, names), [
    ...baseUrl(random),
    ...(random.once(3) ? [eventStream(random)] : []),
    ...(random.once(4) ? addressing(random) : []),
    ...random.list(2, () => adaptationSet(random)),
  ]);
}

function built(random: Random): string {
  const names = {
    type: ['static', 'dynamic'],
    availabilityStartTime: DATES,
    publishTime: DATES,
    mediaPresentationDuration: DURATIONS,
    minimumUpdatePeriod: DURATIONS,
    timeShiftBufferDepth: DURATIONS,
    minBufferTime: DURATIONS,
  };
  const periods = random.list(3, () => period(random));
  return written(random, 'MPD', attributes(random, names), [...baseUrl(random), ...periods]);
}

/** Another tag in the place of one or two. */
function exchanged(random: Random): string {
  let text = random.pick(DOCUMENTS);
  for (let count = 1 + random.below(2); count > 0; count--)
    text = text.replace(random.pick(TAGS), () => random.pick(random.once(3) ? PIECES : TAGS));
  return text;
}

/** One document of up to some kilobytes. */
export function fuzzedMpd(random: Random): string {
  const text = random.once(12) ? exchanged(random) : built(random);
  return random.once(3) ? random.edit(text, 2, PIECES) : text;
}
