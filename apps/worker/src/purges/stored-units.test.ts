import { describe, expect, test } from 'vitest';
import { isInUse, unitOf } from './stored-units.ts';

const nothing = {
  keys: new Set<string>(),
  jobIds: new Set<string>(),
  uploadIds: new Set<string>(),
};

describe('what is kept or removed as one', () => {
  test.each([
    ['t/ads/clip/form/job/1/master.m3u8', 't/ads/clip/form/job/1/'],
    ['t/ads/clip/form/job/2/v0/1.m4s', 't/ads/clip/form/job/2/'],
    ['t/sources/m.mp4', 't/sources/m.mp4'],
    ['t/uploads/u/0', 't/uploads/u/'],
    ['t/uploads/encoder-1/v0/1.m4s', 't/uploads/encoder-1/'],
  ])('%s: %s', (key, place) => {
    expect(unitOf(key)?.place).toBe(place);
  });

  test.each([
    't',
    't/readme.txt',
    't/ads/clip/form/job/master.m3u8',
    't/ads/x',
    't/sources/a/b.mp4',
    't/uploads/u',
    't/backups/clip/form/job/1/x',
    'ads/clip/form/job/1/x/y',
  ])('%s is not ours', (key) => {
    expect(unitOf(key)).toBeUndefined();
  });

  test('a package is used by its folder or by its running job, and by nothing that is similar', () => {
    const unit = unitOf('t/ads/clip/form/job/2/master.m3u8');
    if (unit === undefined) throw new Error('it is a unit');
    const using = (...keys: string[]) => isInUse(unit, { ...nothing, keys: new Set(keys) });
    expect(using('t/ads/clip/form/job/2/')).toBe(true);
    expect(using('t/ads/clip/form/job/1/', 't/ads/clip/form/job/', 't/ads/clip/form/job/2')).toBe(
      false,
    );
    expect(isInUse(unit, { ...nothing, jobIds: new Set(['job']) })).toBe(true);
    expect(isInUse(unit, { ...nothing, uploadIds: new Set(['job']) })).toBe(false);
  });
});
