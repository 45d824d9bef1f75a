import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createCountryLookup, networkOf } from './country-lookup.ts';
import { madeDatabase } from './made-database.suite.ts';

const logLines: string[] = [];
const stream = { write: (line: string) => logLines.push(line) };
const logger = createLogger({ name: 'test', level: 'debug', stream });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-geo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('SEC-S100 an address is cut to its network before it is looked up', () => {
  expect(
    [
      '203.0.113.77',
      '::ffff:203.0.113.77',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8::1',
      '::1',
      'fe80::1%eth0',
      'host',
      '',
    ].map(networkOf),
  ).toEqual([
    '203.0.113.0',
    '203.0.113.0',
    '2001:db8:1::',
    '2001:db8:0::',
    '0:0:0::',
    'fe80:0:0::',
    undefined,
    undefined,
  ]);
});

test('the country of a network is that of the operator’s database, also after it was replaced', async () => {
  const path = join(folder, 'countries.mmdb');
  const countries = createCountryLookup(path, logger);
  await countries.refresh();
  expect(countries.countryOf('203.0.113.77')).toBeUndefined();
  await writeFile(path, madeDatabase({ '203.0.113.0/24': 'de', '2001:db8::/32': 'FR' }));
  await countries.refresh();
  expect(
    ['203.0.113.77', '::ffff:203.0.113.9', '2001:db8::7', '198.51.100.1', 'nowhere'].map(
      countries.countryOf,
    ),
  ).toEqual(['DE', 'DE', 'FR', undefined, undefined]);
  await writeFile(path, 'no database');
  await countries.refresh();
  expect(countries.countryOf('203.0.113.77')).toBe('DE');
  expect(logLines.filter((line) => line.includes('cannot be read'))).toHaveLength(2);
  expect(logLines.join('')).not.toContain('203.0.113');
});

test('a database of IPv4 alone is not asked for IPv6', async () => {
  const path = join(folder, 'v4.mmdb');
  await writeFile(path, madeDatabase({ '203.0.113.0/24': 'DE', '32.1.13.0/24': 'CN' }, 4));
  const countries = createCountryLookup(path, logger);
  await countries.refresh();
  expect([countries.countryOf('203.0.113.1'), countries.countryOf('2001:db8::1')]).toEqual([
    'DE',
    undefined,
  ]);
});
