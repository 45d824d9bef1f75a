import { describe, expect, it } from 'vitest';
import { startOfDay } from './start-of-day.ts';

const at = (text: string) => Date.parse(text);

describe('startOfDay', () => {
  it.each([
    ['UTC', '2026-03-05T14:00:00Z', '2026-03-05T00:00:00Z'],
    ['Europe/Berlin', '2026-01-15T22:59:00Z', '2026-01-14T23:00:00Z'],
    ['Europe/Berlin', '2026-01-15T23:00:00Z', '2026-01-15T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25T20:00:00Z', '2026-10-24T22:00:00Z'],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', '2026-05-31T18:15:00Z'],
    ['America/New_York', '2026-11-01T15:00:00Z', '2026-11-01T04:00:00Z'],
  ])('in %s at %s is %s', (zone, now, start) => {
    expect(startOfDay(at(now), zone)).toBe(at(start));
  });

  it('refuses a zone that does not exist', () => {
    expect(() => startOfDay(0, 'Mars/Olympus')).toThrow('timeZone: Mars/Olympus is unknown');
  });
});
