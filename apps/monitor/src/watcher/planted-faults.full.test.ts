import { afterEach, expect, test } from 'vitest';
import { namedWithinMs, nameFault } from '../testing/name-fault.suite.ts';
import { plantedFaults } from '../testing/planted-faults.suite.ts';
import { stopWatching } from '../testing/watched-channel.suite.ts';

afterEach(stopWatching);

test('there are 40 faults and more, of every owner', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(40);
  const owners = new Set(plantedFaults.map(({ owner }) => owner));
  expect(owners).toEqual(new Set(['source', 'ad-server', 'creative', 'cdn', 'platform']));
});

test.each(plantedFaults.map((planted) => [planted] as const))(
  'DATA-020 $protocol, $owner: $name is named by $rule within two target durations',
  async (planted) => {
    const { before, namedAfterMs, named } = await nameFault(planted);
    expect.soft(before).toEqual([]);
    expect.soft(named).toContainEqual(expect.stringContaining(`${planted.rule} ${planted.owner} `));
    expect.soft(named.filter((one) => one.split(' ')[1] !== planted.owner)).toEqual([]);
    expect.soft(namedAfterMs).toBeLessThanOrEqual(namedWithinMs);
  },
);
