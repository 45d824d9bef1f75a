import type { Creative } from '@interlude/stitching';
import { expect, test } from 'vitest';
import type { CreativeResult } from './creative-library.ts';
import { firstFitting } from './first-fitting.ts';

const { signal } = new AbortController();
const profile = { renditions: [], usesMaps: true, targetDuration: 4 };

const creative = (creativeId: string): Creative => ({
  creativeId,
  durationMs: 4_000,
  boundariesMs: [4_000],
  begunAfterMs: 0,
  renditions: {},
});

function foundOf(urls: readonly string[], results: Readonly<Record<string, CreativeResult>>) {
  const read: string[] = [];
  const find = async (url: string) => {
    read.push(url);
    return results[url] ?? { reason: 'CREATIVE_UNREACHABLE' as const, timedOut: false };
  };
  return { read, found: firstFitting({ find }, urls, profile, signal) };
}

test('ADR 0032 the first package that fits, and no other is read after it', async () => {
  const results = {
    ts: { reason: 'NO_VARIANT_MATCH' as const, timedOut: false },
    cmaf: { creative: creative('cmaf') },
    older: { creative: creative('older') },
  };
  const { read, found } = foundOf(['ts', 'cmaf', 'older'], results);
  expect(await found).toEqual({ creative: creative('cmaf') });
  expect(read).toEqual(['ts', 'cmaf']);
});

test('ADR 0032 when none fits, why the preferred one does not; nothing without an address', async () => {
  const results = { ts: { reason: 'NO_VARIANT_MATCH' as const, timedOut: false } };
  expect(await foundOf(['ts', 'gone'], results).found).toEqual(results.ts);
  expect(await foundOf([], results).found).toBeUndefined();
});
