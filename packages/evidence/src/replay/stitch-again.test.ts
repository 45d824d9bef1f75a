import { expect, test } from 'vitest';
import type { EvidencePack } from '../pack/evidence-pack.ts';
import { packFiles, readPack } from '../pack/pack-files.ts';
import { zipped } from '../pack/zip-files.ts';
import { stitchAgain } from './stitch-again.ts';
import { stitchedPack } from './stitched-pack.suite.ts';

const again = (pack: EvidencePack) =>
  stitchAgain(readPack(Buffer.concat([...zipped(packFiles(pack), Date.UTC(2026, 0, 1))])));

function counted(pack: EvidencePack) {
  const { outputs } = again(pack);
  const of = (result: string) => outputs.filter((one) => one.result === result);
  return { outputs, equal: of('equal').length, different: of('different') };
}

test.each([
  ['with dates', {}],
  ['with discontinuities of its own', { discontinuities: true }],
  ['in fMP4, encrypted', { fmp4: true, encrypted: true }],
])('MON-001 outputs of a source %s are stitched again to the byte', (_name, source) => {
  const { outputs, equal, different } = counted(stitchedPack(source));
  expect(different).toEqual([]);
  expect(equal).toBe(outputs.length);
  expect(equal).toBe(75);
});
