import { describe, expect, it } from 'vitest';
import { offeredZones, offsetIn, timeIn, timeZones } from './time-zones.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');

describe('time zones to choose from', () => {
  const zones = timeZones('Mars/Olympus');
  const found = (search: string) => offeredZones(zones, search, []).map(({ value }) => value);

  it('are those of the browser, and the saved one that it does not know', () => {
    expect(zones[0]).toBe('UTC');
    expect(zones).toEqual(expect.arrayContaining(['Europe/Berlin', 'Mars/Olympus']));
  });

  it('are found by words of their name in any order', () => {
    expect(found('new york')).toEqual(['America/New_York']);
    expect(found(' Berlin  EUROPE')).toEqual(['Europe/Berlin']);
    expect(found('nowhere')).toEqual([]);
  });

  it('are a few without words, each once, and a line that says how to find others', () => {
    expect(offeredZones(zones, ' ', ['UTC', 'Asia/Tokyo', 'UTC'])).toEqual([
      { value: 'UTC', label: 'UTC' },
      { value: 'Asia/Tokyo', label: 'Asia/Tokyo' },
      { value: '', label: 'Type to find other zones', disabled: true },
    ]);
  });

  it('are at most fifty, and the rest is counted', () => {
    const america = zones.filter((zone) => zone.startsWith('America/')).length;
    const offered = offeredZones(zones, 'america/', []);
    expect(offered).toHaveLength(51);
    expect(offered.at(-1)).toEqual({
      ...{ value: '', label: `${america - 50} more: type on`, disabled: true },
    });
  });

  it('have a clock and a distance from UTC', () => {
    expect(timeIn('Asia/Kolkata', noon)).toBe('Monday 17:30');
    expect([offsetIn('Asia/Kolkata', noon), offsetIn('UTC', noon)]).toEqual(['UTC+05:30', 'UTC']);
    expect([timeIn('Mars/Olympus', noon), offsetIn('Mars/Olympus', noon)]).toEqual(['', '']);
  });
});
