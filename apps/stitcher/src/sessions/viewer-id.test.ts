import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { createViewerIds } from './viewer-id.ts';

const secretKey = Buffer.alloc(32, 7);
const viewer = (part: { ip?: string; viewerId?: string } = {}) => ({
  ip: part.ip ?? '203.0.113.7',
  forwardedFor: '',
  userAgent: 'player',
  referer: '',
  acceptLanguage: '',
  device: 'tv' as const,
  query: new URLSearchParams(part.viewerId ? { viewerId: part.viewerId } : {}),
});
const evening = Date.parse('2026-11-23T22:30:00Z');

test('daily: one name for a day of the company’s zone, another one after its midnight', () => {
  const clock = fixedClock(evening);
  const idOf = createViewerIds(clock, secretKey);
  const rules = { viewerIdPolicy: 'daily', timeZone: 'Europe/Berlin' } as const;
  const before = idOf('t', viewer(), rules);
  expect(before).toMatch(/^[0-9a-f]{16}$/);
  expect(idOf('t', viewer(), rules)).toBe(before);
  expect(idOf('other', viewer(), rules)).not.toBe(before);
  expect(idOf('t', viewer({ ip: '203.0.113.8' }), rules)).not.toBe(before);
  clock.advance(3_600_000); // 00:30 in Berlin, 23:30 UTC
  expect(idOf('t', viewer(), rules)).not.toBe(before);
  const utc = { viewerIdPolicy: 'daily', timeZone: 'UTC' } as const;
  const late = idOf('t', viewer(), utc);
  clock.advance(1_799_000);
  expect(idOf('t', viewer(), utc)).toBe(late);
  // No other process can repeat it.
  expect(createViewerIds(clock, secretKey)('t', viewer(), utc)).not.toBe(late);
});

test('monthly: one name in a month, in every process; another one in the next', () => {
  const clock = fixedClock(evening);
  const rules = { viewerIdPolicy: 'monthly', timeZone: 'UTC' } as const;
  const id = createViewerIds(clock, secretKey)('t', viewer(), rules);
  clock.advance(6 * 86_400_000);
  expect(createViewerIds(clock, secretKey)('t', viewer(), rules)).toBe(id);
  clock.advance(2 * 86_400_000);
  expect(createViewerIds(clock, secretKey)('t', viewer(), rules)).not.toBe(id);
});

test('client: the name that the player sends, hashed; none: no name', () => {
  const idOf = createViewerIds(fixedClock(evening), secretKey);
  const client = { viewerIdPolicy: 'client', timeZone: 'UTC' } as const;
  const id = idOf('t', viewer({ viewerId: 'anna' }), client);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(idOf('t', viewer({ viewerId: 'anna', ip: '198.51.100.1' }), client)).toBe(id);
  expect(idOf('other', viewer({ viewerId: 'anna' }), client)).not.toBe(id);
  expect(idOf('t', viewer(), client)).toBe('');
  expect(idOf('t', viewer(), { viewerIdPolicy: 'none', timeZone: 'UTC' })).toBe('');
});
