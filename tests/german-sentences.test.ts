/**
 * German of sentences that the platform makes of a pattern and values: each pattern is one of the sources, and what the
 * sources say has German.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  germanFindingDetails,
  germanFindingParts,
  germanFindingReasons,
  germanJobOutcomes,
  germanJobParts,
  germanReasons,
} from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { appTextsOf, literalsOf } from '../apps/console/src/testing/app-texts.suite.ts';
import { said, saidTables } from '../apps/console/src/texts/de/said.ts';

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

/** What reads as a text in the sources and has no German. @param unseen texts that no reader of the console sees */
function withoutGerman(
  table: Readonly<Record<string, string>>,
  paths: readonly string[],
  unseen: readonly string[],
): string[] {
  const known = new Set([...Object.keys(table).map((text) => shapeOf(text).trim()), ...unseen]);
  const bare = readAll(paths).flatMap(([file, source]) => appTextsOf(file, source, known).bare);
  return bare.filter(({ text }) => !known.has(text)).map(({ file, text }) => `${file}: ${text}`);
}

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
      // Words of others that are looked for.
      ...['max pixel count', 'the file'],
      // What an operator has set and what is installed: read at the start, in a log.
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
      // Who has to mend it: a key.
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
