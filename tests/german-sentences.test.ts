/**
 * German of sentences that the platform makes of a pattern and values: each pattern occurs in the sources, and each
 * sentence of the sources has German.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  germanAdServerReasons,
  germanAdServerSentences,
  germanFieldMessages,
  germanFindingDetails,
  germanFindingParts,
  germanFindingReasons,
  germanJobOutcomes,
  germanJobParts,
  germanReasons,
  germanReconciliationProblems,
  germanRefusalParts,
  germanRefusalReasons,
  germanSourceParts,
  germanSourceReasons,
  germanSourceSentences,
  germanUploadStages,
} from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appTextsOf, literalsOf } from '../apps/console/src/testing/app-texts.suite.ts';
import { textsByEnglish } from '../apps/console/src/texts/de/all.ts';
import { said, saidOfFields, saidTables } from '../apps/console/src/texts/de/said.ts';

const root = join(import.meta.dirname, '..');

/** Neither a test nor German itself. */
const isSource = /^(?!.*\/german-).*(?<!\.(test|suite|full|integration))\.ts$/;

function sourcesIn(path: string): string[] {
  const isFile = statSync(join(root, path)).isFile();
  const files = isFile ? [path] : readdirSync(join(root, path)).map((name) => `${path}/${name}`);
  if (isFile) return files.filter((name) => isSource.test(name));
  return files.flatMap(sourcesIn);
}

const readAll = (paths: readonly string[]) =>
  paths.flatMap(sourcesIn).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Places of values without their names. */
const shapeOf = (text: string) => text.replace(/\{\w+\}/g, '{}');

/** Patterns that no literal of the sources is, or is not alone. @param composed those that are made of several */
function notInSources(
  table: Readonly<Record<string, string>>,
  paths: readonly string[],
  composed: readonly string[] = [],
): string[] {
  const shapes = new Set(readAll(paths).flatMap(([file, source]) => [...literalsOf(file, source)]));
  return Object.keys(table).filter(
    (english) => !shapes.has(shapeOf(english)) && !composed.includes(english),
  );
}

/** Sentences of the sources without German. @param unseen texts that no reader of the console sees */
function withoutGerman(
  table: Readonly<Record<string, string>>,
  paths: readonly string[],
  unseen: readonly string[],
): string[] {
  const known = new Set([...Object.keys(table).map((text) => shapeOf(text).trim()), ...unseen]);
  const bare = readAll(paths).flatMap(([file, source]) => appTextsOf(file, source, known).bare);
  return bare.filter(({ text }) => !known.has(text)).map(({ file, text }) => `${file}: ${text}`);
}

/** Names of XML elements. */
const isElement = /: [A-Z][A-Za-z]+$/;

/** Commands of a shell. */
const isScript = /(closed-child|spawn-tool)\.ts: /;

const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

describe('what the platform has said, in German', () => {
  const tables = { ...saidTables.sentences, ...saidTables.parts, ...saidTables.reasons };

  it('ADR 0056: each sentence has its values in German, and no other braces', () => {
    for (const [english, german] of Object.entries(tables)) {
      expect(placesOf(german), english).toBe(placesOf(english));
      // A variable of HLS has braces of its own.
      expect(german.replace(/\{\$\{name\}\}|\{\w+\}/g, ''), english).not.toMatch(/[{}]|'/);
    }
  });

  it('ADR 0056: none is left in English, but figures and units', () => {
    const left = Object.entries(tables).filter(([english, german]) => english === german);
    expect(left.map(([english]) => english)).toEqual([
      '{seconds} s: {part}.',
      '{integrated} LUFS, {range} LU, {truePeak} dBTP',
      '{integrated} LUFS, {range} LU, {truePeak} dBTP.',
      'null',
    ]);
  });

  it('ADR 0056: none is so vague that it would be found in the words of others', () => {
    const vague = Object.keys(tables).filter(
      (text) => text.includes('{') && text.replace(/\{\w+\}|[^a-zA-Z]/g, '').length < 2,
    );
    expect(vague).toEqual(['{seconds} s: {part}.']);
    const vagueReasons = Object.keys(saidTables.reasons).filter(
      (text) => text.includes('{') && text.replace(/\{\w+\}|[^a-zA-Z]/g, '').length < 6,
    );
    expect(vagueReasons).toEqual([]);
  });
});

describe('jobs in German', () => {
  const paths = [
    'apps/worker/src/tasks',
    'apps/worker/src/encoders/bitmovin',
    'apps/worker/src/jobs',
    'packages/conditioning/src/parse-profile.ts',
    'packages/media-engine/src',
    'packages/object-storage/src',
    'packages/persistence/src/jobs/start-job.ts',
    'packages/runtime/src/antivirus',
    'packages/runtime/src/egress',
  ];
  const sentences = { ...germanJobOutcomes, ...germanJobParts, ...germanReasons };

  it('ADR 0056: each sentence is one of the sources', () => {
    const more = ['apps/worker/src/deliveries', 'apps/control-plane/src/media-services.ts'];
    const composed = [
      ...['no video, {part}', '{tracks}, no audio', 'silent.', '1 media.', '{count} medias.'],
      '{integrated} LUFS, {range} LU, {truePeak} dBTP.',
    ];
    expect(notInSources(sentences, [...paths, ...more], composed)).toEqual([]);
  });

  it('ADR 0056: what tasks, encoders, storages, scanners and connections say has German', () => {
    const unseen = [
      // Units, formats and addresses.
      ...['{} fps', '{} ch', 'in', 'o{}', 'p{}', 'Audio {}', 'Bearer {}', 'Basic {}', 'Interlude'],
      ...['Representation', 'Role', 'Period', 'Upload', 'Initiated', 'gzip, deflate, br'],
      '<?xml version="1.0" encoding="UTF-8"?>',
      // Part of a list that is composed.
      'no video',
      // Logs.
      'the end of the job could not be written',
      'the outcome of an attempt is unknown',
      'a task failed unexpectedly',
      'an attempt broke off',
      // Texts of other programs that are matched.
      ...['max pixel count', 'the file'],
      // Settings of an operator and installed programs: read at the start, written to the log.
      ...['the account of the platform', 'account {}', 'root, as {}'],
      'MEDIA_RUN_AS: {}. Name an account of this machine, or a user id other than 0.',
      'FFMPEG_PATH: {}. Name an ffmpeg of version 5 or newer with libx264, or unset it.',
      ...['{} is no ffmpeg', '{} is version {}, older than {}', '{} is built without libx264'],
      ...['{} cannot be run ({})', 'node-av does not load: {}', 'node-av does not answer'],
      'has an entry that is no host, host:port or CIDR range: {}',
      // Whole sentences with the name of a setting in them.
      ...['its setting accountName is missing', 'its setting container is missing'],
    ];
    const found = withoutGerman(sentences, paths, unseen);
    expect(found.filter((text) => !isScript.test(text))).toEqual([]);
  });

  it.each([
    ['Attempt 1 of 3.', 'Versuch 1 von 3.'],
    ['12.3 MB from the storage.', '12,3 MB von dem Speicher.'],
    [
      '10.00 s: h264 1280x720, 25 fps, 3000 kbit/s, no audio.',
      '10,00 s: h264 1280x720, 25 fps, 3000 kbit/s, kein Audio.',
    ],
    [
      'Cannot reach a.example: its proxy b.example refuses the tunnel (502)',
      'a.example ist nicht erreichbar: der Proxy b.example lehnt den Tunnel ab (502)',
    ],
    ['5.00 s: no video, aac 2 ch.', '5,00 s: kein Video, aac 2 ch.'],
    [
      '2.0 LUFS, 3.0 LU, 4.0 dBTP; 2.0 LUFS, 3.0 LU, 4.0 dBTP.',
      '2,0 LUFS, 3,0 LU, 4,0 dBTP; 2,0 LUFS, 3,0 LU, 4,0 dBTP.',
    ],
    ['-23.1 LUFS, 5.0 LU, -1.2 dBTP; silent.', '-23,1 LUFS, 5,0 LU, -1,2 dBTP; still.'],
    ['1280x720, 640x360, 1 audio by node-av.', '1280x720, 640x360, 1 Audio mit node-av.'],
    [
      'hls.m3u8, mpd.mpd: 5 segments of 2.000 s. Loudness -23.0 LUFS, 4.1 LU, -2.0 dBTP.',
      'hls.m3u8, mpd.mpd: 5 Segmente von 2,000 s. Lautheit -23,0 LUFS, 4,1 LU, -2,0 dBTP.',
    ],
    [
      'The file cannot be used: The file has no video. The file is shorter than one second.',
      'Die Datei kann nicht verwendet werden: Die Datei hat kein Video. Die Datei ist kürzer als eine Sekunde.',
    ],
    [
      'The file cannot be read as media: it is empty',
      'Die Datei kann nicht als Medium gelesen werden: sie ist leer',
    ],
    [
      'Cannot reach a.example (through the proxy b.example): its certificate has expired',
      'a.example (durch den Proxy b.example) ist nicht erreichbar: das Zertifikat ist abgelaufen',
    ],
    [
      'The receiver answered 301: redirects are not followed. Enter the address to which it points.',
      'Der Empfänger antwortete 301: Weiterleitungen wird nicht gefolgt. Geben Sie die Adresse ein, auf die er verweist.',
    ],
  ])('ADR 0056: %s', (english, german) => {
    expect(said(english)).toBe(german);
  });

  it('ADR 0056: what ffmpeg or Bitmovin says stays as it came', () => {
    expect(said('The encoder ffmpeg failed: Error by foo from bar. Clean.')).toBe(
      'Der Encoder ffmpeg ist fehlgeschlagen: Error by foo from bar. Clean.',
    );
    expect(said('Invalid data found when processing input')).toBeUndefined();
  });
});

describe('details of findings in German', () => {
  const audit = 'packages/audit/src';
  const paths = [
    ...['audit-session.ts', 'check-dates.ts', 'check-joins.ts', 'check-renditions.ts'],
    ...['check-sequence.ts', 'check-syntax.ts', 'check-window.ts', 'dash'],
    'watch/judge-output.ts',
  ].map((name) => `${audit}/${name}`);
  const ofMonitor = [
    ...['break-outcomes', 'break-plan', 'delivery', 'source-breaks'].map(
      (name) => `packages/monitoring/src/rules/${name}.ts`,
    ),
    'packages/monitoring/src/splices/judge-splice.ts',
    'apps/monitor/src/watcher/read-manifest.ts',
    'apps/monitor/src/watcher/read-segment.ts',
  ];
  const sentences = { ...germanFindingDetails, ...germanFindingParts, ...germanFindingReasons };

  it('ADR 0056: each sentence is one of the sources', () => {
    const composed = ['a break shows {part} and no ad', 'a break shows {part} and no ad: {reason}'];
    expect(notInSources(sentences, [...paths, ...ofMonitor], composed)).toEqual([]);
  });

  it('ADR 0056: what the monitor and the judge of manifests see has German', () => {
    const unseen = [
      // Of two forms, each of which has German.
      'a break shows {} and no ad{}',
      // Of the command line alone.
      'More than {} different findings: the rest is not listed.',
      'it cannot be read: {}',
      // Keys of finding owners.
      ...['source {}', 'creative {}', 'platform slate', 'splice {}', 'of {}'],
    ];
    expect(withoutGerman(sentences, [...paths, ...ofMonitor], unseen)).toEqual([]);
  });

  it.each([
    ['5 was a.ts, is b.ts', '5 war a.ts, ist b.ts'],
    [
      'no EXT-X-MAP at the change from content to ad 7',
      'kein EXT-X-MAP beim Wechsel von Inhalt zu Spot 7',
    ],
    [
      'the discontinuity number is 4 after the start of 5 in audio 2',
      'die Discontinuity-Nummer ist 4 nach dem Beginn von 5 in audio 2',
    ],
    [
      'v1 of Period 3 lost https://a.example/7.m4s',
      'v1 von Period 3 verlor https://a.example/7.m4s',
    ],
    ['{$token} is not defined', '{$token} ist nicht definiert'],
    [
      'Spring was planned for 30.0 s, the output has 20.5 s',
      'Spring war für 30,0 s geplant, die Ausgabe hat 20,5 s',
    ],
    [
      'a break shows slate and no ad: the ad server answered without an ad',
      'eine Werbepause zeigt Slate und keinen Spot: der Ad-Server hat ohne Werbung geantwortet',
    ],
    [
      'the break at 2026-01-01T00:00:00.000Z is shorter than signalled: 60.0 s were signalled, it lasted 30.0 s',
      'die Werbepause um 2026-01-01T00:00:00.000Z ist kürzer als signalisiert: 60,0 s waren signalisiert, sie dauerte 30,0 s',
    ],
    [
      'a segment of placement 3.1: a.example answers with status 404',
      'ein Segment der Platzierung 3.1: a.example antwortet mit Status 404',
    ],
    [
      'the sound of ad Spring begins 120 ms after its picture',
      'der Ton von Spot Spring beginnt 120 ms nach dem Bild',
    ],
    [
      'the programme cannot be decoded: it was not read',
      'Programm kann nicht decodiert werden: es wurde nicht gelesen',
    ],
    [
      'The segments could not be loaded. Cannot reach a.example: the connection was refused',
      'Die Segmente konnten nicht geladen werden. a.example ist nicht erreichbar: die Verbindung wurde abgelehnt',
    ],
  ])('ADR 0056: %s', (english, german) => {
    expect(said(english)).toBe(german);
  });
});

/** Sentences that schemas and services refuse with: in a place that refuses, or under a name of such a sentence. */
const refusal =
  /(?:\b(?:error|message|reason):\s*|\.(?:refine|min|max|int|regex)\((?:[^'`;{}]*?,\s*)?|=>\s[^;'`]*?,\s*|\b(?:report|invalidAsset|uploadInvalid)\(|const \w*(?:[mM]essage|unstorable|empty|noCredentials|enterAgain|notCopied|notElsewhere|sentence|webhookSecretProblem|unusablePattern)\w* =\s*|invalidFields\(\{ [\w'.]+: )(['`])((?:(?!\1)[^\n\\])+)\1/g;

function refusalsIn(paths: readonly string[]): string[] {
  const sources = readAll(paths).filter(([file]) => !/errors\.ts$/.test(file));
  const texts = sources.flatMap(([, source]) =>
    [...source.matchAll(refusal)].map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, '{}')),
  );
  return [...new Set(texts)].filter((text) => /[a-z]{2,} [a-z{]/i.test(text));
}

describe('refusals in German', () => {
  const contract = 'packages/contract/src';
  // The catalogue of errors is compared with its German in german-catalogues.test.ts.
  const folders = readdirSync(join(root, contract), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['__snapshots__', 'errors'].includes(entry.name))
    .map(({ name }) => `${contract}/${name}`);
  const paths = [
    ...[...folders, `${contract}/text.ts`, `${contract}/list-query.ts`],
    ...['http', 'resources', 'auth'].map((name) => `apps/control-plane/src/${name}`),
  ];
  const ofZod = /^(Invalid|Too|Unrecognized) ?/;

  it('ADR 0056: each sentence is one of the sources', () => {
    const own = { ...germanFieldMessages, ...germanRefusalReasons, ...germanUploadStages };
    const left = notInSources(own, paths, ['value must be {max} or less']);
    expect(left.filter((english) => !ofZod.test(english))).toEqual([]);
  });

  it('ADR 0056: what schemas and the control plane refuse with has German', () => {
    const unseen = [
      // Read in a log, or before there is a reader.
      ...['the identity provider failed', 'a login session could not be ended'],
      ...['it did not arrive in time', 'its headers are larger than 16 KiB', 'it is no HTTP/1.1'],
      // Answers of success: the console has its own sentences for them.
      ...['{} has been invited!', 'You are a member of {} now. You can log in.'],
      'You will receive a verification email, if your address exists in our database.',
      'Your email address is confirmed. You can log in now.',
      'Password reset mail sent. Please check your email!',
      'Your password has been set. You can log in with it now.',
      'The administrators of the company have been notified.',
    ];
    const isGerman = (text: string) =>
      text in textsByEnglish || said(text.replaceAll('{}', '7')) !== undefined;
    const left = refusalsIn(paths).filter((text) => !isGerman(text));
    expect(left.filter((text) => !unseen.includes(text) && !text.includes('successfully'))).toEqual(
      [],
    );
  });

  it('ADR 0056: what zod says of a value has German, with the names of its types', () => {
    const schema = z.object({
      ...{
        text: z.string(),
        long: z.string().max(3),
        short: z.string().min(3),
        exact: z.string().length(3),
      },
      ...{
        number: z.number(),
        big: z.number().max(3),
        small: z.number().min(3),
        less: z.number().lt(3),
      },
      ...{
        whole: z.int(),
        flag: z.boolean(),
        list: z.array(z.string()),
        few: z.array(z.string()).max(1),
      },
      ...{
        one: z.enum(['a', 'b']),
        only: z.literal('a'),
        strict: z.strictObject({}),
        record: z.record(z.string(), z.string()),
      },
      ...{
        either: z.union([z.string(), z.number()]),
        pattern: z.string().regex(/^a$/),
        step: z.number().multipleOf(5),
      },
      ...{ mail: z.email(), url: z.url(), id: z.uuid(), at: z.iso.datetime(), on: z.iso.date() },
      ...{
        start: z.string().startsWith('a'),
        end: z.string().endsWith('a'),
        inside: z.string().includes('a'),
      },
      ...{ object: z.object({}), missing: z.string() },
    });
    const values = {
      ...{
        text: 1,
        long: 'long',
        short: '',
        exact: 'long',
        number: 'a',
        big: 4,
        small: 2,
        less: 3,
        whole: 1.5,
      },
      ...{
        flag: null,
        list: {},
        few: ['a', 'b'],
        one: 'c',
        only: 'b',
        strict: { a: 1, b: 2 },
        record: [],
      },
      ...{ either: null, pattern: 'b', step: 3, mail: 'a', url: 'a', id: 'a', at: 'a', on: 'a' },
      ...{ start: 'b', end: 'b', inside: 'b', object: 'a' },
    };
    const messages = (schema.safeParse(values).error?.issues ?? []).map(({ message }) => message);
    expect(messages).toHaveLength(Object.keys(schema.shape).length);
    expect(messages.filter((message) => said(message) === undefined)).toEqual([]);
    const written = messages.map((message) => said(message) ?? '');
    expect(
      written.filter((text) => /\b(string|array|boolean|characters|items)\b/.test(text)),
    ).toEqual([]);
    expect(said('Too small: expected string to have >=1 characters')).toBe(
      'Zu klein: Text muss >=1 Zeichen haben',
    );
    expect(Object.keys(germanRefusalParts)).toContain('record');
  });

  it('ADR 0056: several fields are read one by one, and a name of a field stays', () => {
    expect(
      saidOfFields(
        'taskTemplates.0.type: encode occurs twice., name: Nothing: known, url: I should be a number.',
        said,
      ),
    ).toBe(
      'taskTemplates.0.type: encode kommt zweimal vor., name: Nothing: known, url: Das muss eine Zahl sein.',
    );
    expect(saidOfFields('no field', said)).toBe('no field');
  });
});

describe('what is said of a source, in German', () => {
  const paths = [
    'apps/control-plane/src/resources/sources',
    'packages/conditioning/src/analysis',
    'packages/stitching/src/ignored-markers',
    'packages/dash/src',
    'packages/hls/src/limits.ts',
  ];
  const refusals = ['apps/stitcher/src/origin/dash', 'apps/stitcher/src/vod'];
  const sentences = { ...germanSourceSentences, ...germanSourceParts, ...germanSourceReasons };

  it('ADR 0056: each sentence is one of the sources', () => {
    const composed = [
      'size not declared {rate} fps',
      ...[']]>', '-->', '?>'].map((mark) => `${mark} is missing`),
    ];
    expect(notInSources(sentences, [...paths, ...refusals], composed)).toEqual([]);
  });

  it('ADR 0056: what an analysis says has German', () => {
    const unseen = [
      // Purposes of signatures, and a response header.
      ...['proxied sources', 'origins of proxied sources'],
      "default-src 'none'; sandbox; frame-ancestors 'none'",
      // The console has its own sentences for them.
      ...['I should be a valid header!', 'Please provide a master manifest.'],
      // The same in German, and three marks that have German each.
      ...['{} fps', '{} channels', 'period {}', '{} is missing'],
    ];
    const found = withoutGerman(sentences, paths, unseen);
    expect(found.filter((text) => !isElement.test(text))).toEqual([]);
  });

  it('ADR 0056: why a source cannot be played has German', () => {
    const found = refusalsIn(refusals).filter(
      (text) => said(text.replaceAll('{}', '7')) === undefined,
    );
    expect(found).toEqual([]);
  });

  it.each([
    [
      'It is not as the standard requires it: S 3 is out of order or has no duration',
      'Sie ist nicht, wie der Standard es verlangt: S 3 steht nicht in der Reihenfolge oder hat keine Dauer',
    ],
    [
      'Its audio segments last 1.5 s, those of the first rendition 2 s. Splice points are less exact.',
      'Die Audiosegmente dauern 1,5 s, die der ersten Rendition 2 s. Splice-Punkte sind weniger genau.',
    ],
    [
      '/a/b.m3u8 cannot be read: a.example answers with status 404',
      '/a/b.m3u8 kann nicht gelesen werden: a.example antwortet mit Status 404',
    ],
    [
      'fallbackSourceTags chooses tags, which this source has too.',
      'fallbackSourceTags wählt tags, das diese Quelle auch hat.',
    ],
  ])('ADR 0056: %s', (english, german) => {
    expect(said(english)).toBe(german);
  });
});

describe('what is said of an ad server, in German', () => {
  const paths = [
    'apps/control-plane/src/resources/ad-servers',
    'packages/ad-requests/src/request-ads.ts',
    'packages/vast/src/parse-vast.ts',
    'packages/vast/src/parse-xml.ts',
    'packages/vast/src/resolve-wrappers.ts',
    'packages/vast/src/xml-tree.ts',
  ];
  const sentences = {
    ...germanAdServerSentences,
    ...germanAdServerReasons,
    ...germanSourceReasons,
  };

  it('ADR 0056: each sentence is one of the sources', () => {
    const own = { ...germanAdServerSentences, ...germanAdServerReasons };
    expect(notInSources(own, paths)).toEqual([]);
  });

  it('ADR 0056: what a test of an ad server says has German', () => {
    const unseen = [
      // A name, and a text that the console makes itself.
      ...['VAST {}', 'a VMAP with {}'],
      // Warnings of the parser, which a test of an ad server does not show.
      ...['unknown VAST version "{}"', '{} ads: read the first {}', 'empty body'],
      ...['an Ad without InLine and Wrapper was left out', 'unescaped ampersands'],
    ];
    const found = withoutGerman(sentences, paths, unseen);
    expect(found.filter((text) => !isElement.test(text))).toEqual([]);
  });

  it.each([
    ['not VAST: the root element is <Foo>', 'kein VAST: das Wurzelelement ist <Foo>'],
    ['ad 7: more than 5 wrappers', 'Ad 7: mehr als 5 Wrapper'],
    ['not VAST: <Linear> is not closed', 'kein VAST: <Linear> ist nicht geschlossen'],
    ['not VAST: "1a" is no name', 'kein VAST: „1a“ ist kein Name'],
    [
      'The source cannot be read, conditioned creatives may have another ladder: a.example answers with status 503',
      'Die Quelle kann nicht gelesen werden, konditionierte Creatives haben vielleicht eine andere Ladder: a.example antwortet mit Status 503',
    ],
  ])('ADR 0056: %s', (english, german) => {
    expect(said(english)).toBe(german);
  });
});

describe('why a file of an ad server cannot be compared, in German', () => {
  const paths = [
    'apps/control-plane/src/resources/reconciliations/reconciliation-service.ts',
    'apps/worker/src/reconciliations',
    'packages/runtime/src/csv/read-csv.ts',
  ];

  it('ADR 0056: each sentence is one of the sources', () => {
    expect(notInSources(germanReconciliationProblems, paths)).toEqual([]);
  });

  it('ADR 0056: each problem has German', () => {
    expect(withoutGerman(germanReconciliationProblems, paths, [])).toEqual([]);
  });
});
