import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { stitchedPack } from '../replay/stitched-pack.suite.ts';
import { packLimits } from './evidence-pack.ts';
import { packFiles, readPack } from './pack-files.ts';
import { type PackFile, unzipped, zipped } from './zip-files.ts';

const pack = stitchedPack({ windowMs: 12_000 });
const bytesOf = (files: Iterable<PackFile>) =>
  Buffer.concat([...zipped(files, Date.UTC(2026, 0, 1))]);
const zip = bytesOf(packFiles(pack));

test('a pack is read as it was written, and the same pack makes the same zip', () => {
  expect(readPack(zip)).toEqual(pack);
  expect(bytesOf(packFiles(pack)).equals(zip)).toBe(true);
});

test('a pack has manifests, diffs, a HAR and a sentence on each file', () => {
  const files = unzipped(zip);
  const names = [...files.keys()];
  expect(names.slice(0, 5)).toEqual([
    ...['README.txt', 'pack.json', 'findings.json', 'looks.json', 'traffic.har'],
  ]);
  expect(names.filter((name) => name.startsWith('diffs/')).length).toBe(6);
  const { log } = JSON.parse(files.get('traffic.har') ?? '');
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Interlude' }, entries: [] });
});

test('a pack has the splices with a picture of each side; who reads it gets the figures', () => {
  const side = {
    ...{ kind: 'ad' as const, ad: 'soap', problem: '', seconds: 2, blackSeconds: 0 },
    ...{ frozenSeconds: 0, silentSeconds: 0, loudness: -23, offsetMs: 0, hasThumbnail: true },
    rules: [],
  };
  const splice = {
    ...{ id: 'a-1', at: 1, loadTime: 2, breakId: 'b', rendition: 'video', skipped: null },
    ...{ reason: '', before: side, after: side, programmeLoudness: null, cpuMs: 3, rules: [] },
  };
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
  const pictures = { before: jpeg, after: undefined };
  const small = { ...pack, looks: [], manifests: [], breaks: [] };
  const whole = bytesOf(packFiles({ ...small, splices: [{ ...splice, pictures }] }));
  expect(readPack(whole).splices).toEqual([splice]);
  const { 'splices/sa-1-before.jpg': before, ...rest } = unzipSync(whole);
  expect(before).toEqual(jpeg);
  expect(Object.keys(rest).filter((name) => name.startsWith('splices'))).toEqual(['splices.json']);
});

const changed = (name: string, text: string) =>
  bytesOf([...packFiles(pack)].map((file) => (file.name === name ? { name, text } : file)));

test.each([
  ['no zip', Buffer.from('PK no zip'), 'This is no zip that can be read.'],
  [
    'a zip of something else',
    zipSync({ 'a.txt': new Uint8Array(1) }),
    'The zip has no manifests/index.json: it is no evidence pack.',
  ],
  [
    'a way out of the folder',
    zipSync({ '../a': new Uint8Array(1) }),
    'The zip has a file whose name no pack has.',
  ],
  [
    'a file that grows',
    zipSync({ a: new Uint8Array(packLimits.fileBytes + 1) }),
    'a is too large for a pack.',
  ],
  ['no JSON', changed('pack.json', '{'), 'pack.json is no JSON.'],
  [
    'a newer version',
    changed('pack.json', JSON.stringify({ ...pack.about, version: 2 })),
    'pack.json is not as a pack has it: version Too big: expected number to be <=1.',
  ],
])('SEC-S93 %s is refused with a sentence', (_name, bytes, sentence) => {
  expect(() => readPack(bytes)).toThrow(sentence);
});
