import { expect, test } from 'vitest';
import type { EvidencePack } from '../pack/evidence-pack.ts';
import { packFiles, readPack } from '../pack/pack-files.ts';
import { zipped } from '../pack/zip-files.ts';
import { stitchAgain } from './stitch-again.ts';
import { stitchedMpdPack } from './stitched-mpd-pack.suite.ts';
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

test.each([
  ['by time', {}],
  ['by number', { form: 'number' }],
  ['by number in a timeline', { form: 'timeline-number' }],
  ['one by one', { form: 'list' }],
  [
    'encrypted, with subtitles and another Period',
    { isEncrypted: true, hasText: true, periodStartsMs: [50_000] },
  ],
] as const)(
  'MON-001 MPDs of a source that lists segments %s are stitched again to the byte',
  (_name, source) => {
    const pack = stitchedMpdPack(source);
    const { outputs, equal, different } = counted(pack);
    expect(different.map(({ reason }) => reason)).toEqual([]);
    expect(equal).toBe(outputs.length);
    expect(equal).toBe(61);
    const listsAds = pack.manifests.filter(({ text }) => text.includes('/ad/b1.'));
    expect(listsAds.length).toBeGreaterThan(10);
  },
);

test('MON-001 an MPD that says something else is different, and says where', () => {
  const pack = stitchedMpdPack();
  const manifests = pack.manifests.map((one) =>
    one.key === 'o0-80000' ? { ...one, text: one.text.replace('/ad/b1.1/', '/ad/b1.7/') } : one,
  );
  const { different } = counted({ ...pack, manifests });
  expect(different).toMatchObject([
    { key: 'o0-80000', reason: expect.stringContaining('/ad/b1.7/') },
  ]);
});
