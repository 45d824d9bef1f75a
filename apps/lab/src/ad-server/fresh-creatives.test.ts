import { expect, it } from 'vitest';
import {
  asQuickTime,
  damaged,
  freshFolder,
  freshName,
  readCreativeFolder,
  withName,
} from './fresh-creatives.ts';

const query = (text: string) => new URLSearchParams(text);

it('names of new creatives are read, and refused when they could be paths', () => {
  expect(freshName(query('fresh=monday-1'))).toBe('monday-1');
  expect(freshName(query(''))).toBeUndefined();
  for (const name of ['../x', 'a b', 'a~b', 'x'.repeat(61)]) {
    expect(() => freshName(new URLSearchParams({ fresh: name }))).toThrow('fresh must be');
  }
});

it('a folder name contains creative and name', () => {
  expect(readCreativeFolder(freshFolder('ad-a-10', 'monday'))).toEqual({
    creativeId: 'ad-a-10',
    fresh: 'monday',
  });
  expect(readCreativeFolder('ad-a-10')).toEqual({ creativeId: 'ad-a-10', fresh: undefined });
  expect(readCreativeFolder('ad-a-10~')).toBeUndefined();
  expect(readCreativeFolder('ad-a-10~a~b')).toBeUndefined();
});

const vodAsset = Buffer.concat([
  Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1'),
  Buffer.alloc(900, 7),
]);

it('files of different names have different bytes after the same video', () => {
  const [one, two] = [withName(vodAsset, 'one'), withName(vodAsset, 'two')];
  expect(one.equals(two)).toBe(false);
  expect(one.subarray(0, vodAsset.length).equals(vodAsset)).toBe(true);
  expect(one.readUInt32BE(vodAsset.length)).toBe(one.length - vodAsset.length);
  expect(one.toString('latin1', vodAsset.length + 4, vodAsset.length + 8)).toBe('free');
});

it('QuickTime is another brand, and the file that is served is not touched', () => {
  expect(asQuickTime(vodAsset).toString('latin1', 8, 12)).toBe('qt  ');
  expect(vodAsset.toString('latin1', 8, 12)).toBe('isom');
});

it('a damaged file begins like a good one, is shorter, and always the same', () => {
  const broken = damaged(vodAsset);
  expect(broken.subarray(0, 200).equals(vodAsset.subarray(0, 200))).toBe(true);
  expect(broken.length).toBeLessThan(vodAsset.length);
  expect(broken.equals(damaged(vodAsset))).toBe(true);
});
