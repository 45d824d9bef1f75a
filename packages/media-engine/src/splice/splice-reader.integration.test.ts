/** A healthy splice, decoded by the engine of this machine; faults and limits are in the long form. */
import { expect, test } from 'vitest';
import { healthy, multiplexed, readOf, testWithReader } from '../testing/spliced-media.suite.ts';

const { reader, made } = testWithReader();
const live = new AbortController().signal;

test('a healthy splice has two pictures, and nothing that is black, frozen, silent or apart', async () => {
  const bytes = await made('healthy', healthy);
  const { sides, cpuMs } = await reader().read(
    [multiplexed(bytes, 'last'), multiplexed(bytes, 'first')],
    live,
  );
  expect(cpuMs).toBeGreaterThan(0);
  expect(sides).toHaveLength(2);
  for (const side of sides.map(readOf)) {
    expect(side.thumbnail?.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(side.picture).toMatchObject({ blackSeconds: 0 });
    expect(side.picture?.frozenSeconds).toBeLessThan(0.2);
    expect(side.sound?.silentSeconds).toBeLessThan(0.1);
    expect(side.sound?.loudness).toBeGreaterThan(-30);
    const offset = (side.sound?.startSeconds ?? 0) - (side.picture?.startSeconds ?? 0);
    expect(Math.abs(offset)).toBeLessThan(0.045);
  }
});
