/** Time zones to choose from: found by words of their name, with the clock of each. Pure. */

import { localeWith } from '../../../texts/reader-locale.ts';
import { t } from '../../../texts/t.ts';

/** Zones that are listed at once. */
const listedZones = 50;

export interface ZoneOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Zones that the browser knows, UTC first, and the saved one even where it does not know it. */
export function timeZones(saved: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), saved])];
}

const asTyped = (name: string) => name.toLowerCase().replaceAll('_', ' ');
const option = (zone: string): ZoneOption => ({ value: zone, label: zone });
/** Below the zones: it cannot be chosen. */
const line = (label: string): ZoneOption => ({ value: '', label, disabled: true });

/**
 * @param search words that are all in the name, `new york`; '' = the suggested zones
 * @returns at most 50 zones, then one line that says how the others are found
 */
export function offeredZones(
  zones: readonly string[],
  search: string,
  suggested: readonly string[],
): ZoneOption[] {
  const words = asTyped(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return [...[...new Set(suggested)].map(option), line(t('Type to find other zones'))];
  }
  const found = zones.filter((zone) => words.every((word) => asTyped(zone).includes(word)));
  const listed = found.slice(0, listedZones).map(option);
  const more = found.length - listed.length;
  return more > 0 ? [...listed, line(t('{more} more: type on', { more }))] : listed;
}

function formatted(zone: string, nowMs: number, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(localeWith('en-GB'), {
      ...options,
      timeZone: zone,
    }).formatToParts(nowMs);
  } catch {
    return [];
  }
}

/** The time of day in a zone, such as `Monday 14:05`; '' for a zone that the browser does not know. */
export function timeIn(zone: string, nowMs: number): string {
  return formatted(zone, nowMs, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    .map(({ value }) => value)
    .join('');
}

/** How far a zone is from UTC at a moment, such as `UTC+05:30`; '' for a zone that the browser does not know. */
export function offsetIn(zone: string, nowMs: number): string {
  const parts = formatted(zone, nowMs, { timeZoneName: 'longOffset' });
  return (
    parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/^GMT(\+00:00)?/, 'UTC') ?? ''
  );
}
