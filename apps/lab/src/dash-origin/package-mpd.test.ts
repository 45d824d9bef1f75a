import { expect, it } from 'vitest';
import { timelineEntries } from './package-mpd.ts';

it('writes runs of equal segments, a shorter last one of its own', () => {
  expect(timelineEntries([2.56, 2.56, 2.56, 1.28], 12_800, 512)).toEqual([
    '<S t="512" d="32768" r="2"/>',
    '<S d="16384"/>',
  ]);
});
