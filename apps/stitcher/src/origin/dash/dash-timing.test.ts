import { expect, test } from 'vitest';
import { publishedMs } from './dash-timing.ts';

const readMs = Date.UTC(2026, 0, 1);
const mpd = (agoMs?: number) => (agoMs === undefined ? {} : { publishTimeMs: readMs - agoMs });

test('D11 what is new in an MPD became known when its publishTime says, so that all who read it agree', () => {
  expect(publishedMs(mpd(3_000), undefined, readMs)).toBe(readMs - 3_000);
  expect(publishedMs(mpd(3_000), mpd(5_000), readMs + 37)).toBe(readMs - 3_000);
  expect(publishedMs(mpd(0), mpd(), readMs)).toBe(readMs);
});

test('D11 a publishTime that does not move, is of the future or of long ago says nothing', () => {
  expect(publishedMs(mpd(3_000), mpd(3_000), readMs)).toBe(readMs);
  expect(publishedMs(mpd(3_000), mpd(2_000), readMs)).toBe(readMs);
  expect(publishedMs(mpd(-1), undefined, readMs)).toBe(readMs);
  expect(publishedMs(mpd(60_000), undefined, readMs)).toBe(readMs);
  expect(publishedMs(mpd(), undefined, readMs)).toBe(readMs);
});
