import { describe, expect, test } from 'vitest';
import { auditNetwork, clientNetwork, createClientAddresses } from './client-address.ts';

const addresses = createClientAddresses([
  'loopback',
  'uniquelocal',
  '198.51.100.0/24',
  '2001:db8::1',
]);

describe('the address of a client', () => {
  test('a stranger cannot say that it is somebody else', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    expect(addresses.find('192.0.2.1', headers)).toBe('192.0.2.1');
    expect(addresses.find('::ffff:192.0.2.1', headers)).toBe('192.0.2.1');
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 198.51.100.7, 10.0.0.3', '203.0.113.9'],
    ['1.1.1.1, 203.0.113.9, 198.51.100.7', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:5::9]:443', '2001:db8:5::9'],
    ['2001:db8:5::9', '2001:db8:5::9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, unknown', '127.0.0.1'],
    ['203.0.113.9, _gazonk, 10.0.0.3', '10.0.0.3'],
    ['', '127.0.0.1'],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1'],
    [', ,', '127.0.0.1'],
  ])('X-Forwarded-For: %s from a trusted proxy declares %s', (chain, client) => {
    expect(addresses.find('127.0.0.1', { 'x-forwarded-for': chain })).toBe(client);
  });

  test('RFC 7239 §4 Forwarded is read when there is no X-Forwarded-For', () => {
    const find = (forwarded: string) => addresses.find('::1', { forwarded });
    expect(find('for=203.0.113.9;proto=https;by=10.0.0.1')).toBe('203.0.113.9');
    expect(find('for=203.0.113.9, for="[2001:db8::1]:4711"')).toBe('203.0.113.9');
    expect(find('by=10.0.0.1;for="[2001:db8:cafe::17]"')).toBe('2001:db8:cafe::17');
    expect(find('for=_hidden')).toBe('::1');
    expect(find('proto=https')).toBe('::1');
  });

  test('a chain without an end is not followed', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => `10.0.${index % 250}.1`).join(',');
    expect(addresses.find('127.0.0.1', { 'x-forwarded-for': `203.0.113.9,${chain}` })).toMatch(
      /^10\./,
    );
  });

  test('without trusted proxies nobody is believed', () => {
    const none = createClientAddresses([]);
    expect(none.find('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.1');
    expect(none.isTrusted('127.0.0.1')).toBe(false);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:0DB8::7:0:0:0:9', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('SEC-S12 RFC 6177 limits count %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:9::1', '2001:db8:7::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', ''],
])('SEC-S114 the audit log names the network of %s, not the address', (address, network) => {
  expect(auditNetwork(address)).toBe(network);
});
