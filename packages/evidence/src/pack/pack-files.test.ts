import { zipSync } from 'fflate';
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
