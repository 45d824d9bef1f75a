import type { AdDropReason, Pod } from '@interlude/stitching';
import { expect, test } from 'vitest';
import { lossReasonOf } from './loss-reason.ts';

const pod = (part: Partial<Pod>): Pod => ({
  ...{ placements: [], remainder: 'content', adMs: 0, occupiesMs: 0, dropped: [] },
  ...part,
});
const dropped = (...reasons: AdDropReason[]) =>
  reasons.map((reason, index) => ({ adId: `ad${index}`, reason }));

test('a break without ads has the reason of its answer, or the one that most of its ads have', () => {
  expect(lossReasonOf(pod({ reason: 'AD_SERVER_TIMEOUT' }))).toBe('AD_SERVER_TIMEOUT');
  const ads = dropped('NEW_CREATIVE', 'CREATIVE_UNREACHABLE', 'CREATIVE_UNREACHABLE');
  expect(lossReasonOf(pod({ reason: 'NO_USABLE_AD', dropped: ads }))).toBe('CREATIVE_UNREACHABLE');
  expect(lossReasonOf(pod({ reason: 'NO_USABLE_AD' }))).toBe('NO_USABLE_AD');
});
