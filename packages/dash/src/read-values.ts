// Attribute values with a warning where they are not what the standard requires.

import { parseDateTime } from './date-time.ts';
import { parseDuration } from './duration.ts';
import type { BaseUrl, Descriptor } from './mpd.ts';
import type { WarningLog } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

const offsetOf = (element: XmlElement) => element.range?.start ?? -1;

/** A finite number, or undefined with a warning. */
export function numberOf(element: XmlElement, name: string, log: WarningLog): number | undefined {
  const text = element.attribute(name);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  log.add('NUMBER_INVALID', offsetOf(element), `${name}="${text}"`);
  return undefined;
}

/** A number that is zero or more, or undefined with a warning. */
export function countOf(element: XmlElement, name: string, log: WarningLog): number | undefined {
  const value = numberOf(element, name, log);
  if (value === undefined || value >= 0) return value;
  log.add('NUMBER_INVALID', offsetOf(element), `${name}="${value}"`);
  return undefined;
}

/** Seconds of `@availabilityTimeOffset`, where `INF` means always available. */
export function timeOffsetOf(element: XmlElement, log: WarningLog): number | undefined {
  return element.attribute('availabilityTimeOffset')?.trim() === 'INF'
    ? Number.POSITIVE_INFINITY
    : numberOf(element, 'availabilityTimeOffset', log);
}

export function durationOf(element: XmlElement, name: string, log: WarningLog): number | undefined {
  const text = element.attribute(name);
  if (text === undefined) return undefined;
  const value = parseDuration(text);
  if (Number.isFinite(value) && value >= 0) return value;
  log.add('DURATION_INVALID', offsetOf(element), `${name}="${text}"`);
  return undefined;
}

export function dateOf(element: XmlElement, name: string, log: WarningLog): number | undefined {
  const text = element.attribute(name);
  if (text === undefined) return undefined;
  const value = parseDateTime(text);
  if (Number.isFinite(value)) return value;
  log.add('DATE_INVALID', offsetOf(element), `${name}="${text}"`);
  return undefined;
}

export type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/** The object without its undefined members (exactOptionalPropertyTypes). */
export function defined<T extends object>(values: Optional<T>): Partial<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(values) as (keyof T)[]) {
    const value = values[key];
    if (value !== undefined) kept[key] = value as T[keyof T];
  }
  return kept;
}

export function descriptorOf(element: XmlElement): Descriptor {
  return {
    element,
    schemeIdUri: element.attribute('schemeIdUri')?.trim() ?? '',
    ...defined<Descriptor>({ value: element.attribute('value'), id: element.attribute('id') }),
  };
}

/** Descriptors of one kind that are read of an element; a Representation has those of its AdaptationSet, too. */
const MAX_DESCRIPTORS = 100;

export function descriptorsOf(element: XmlElement, name: string): readonly Descriptor[] {
  return element.childrenNamed(name).slice(0, MAX_DESCRIPTORS).map(descriptorOf);
}

export function baseUrlsOf(element: XmlElement, log: WarningLog): readonly BaseUrl[] {
  return element.childrenNamed('BaseURL').map((child) => ({
    element: child,
    url: child.text,
    ...defined<BaseUrl>({
      serviceLocation: child.attribute('serviceLocation'),
      availabilityTimeOffset: timeOffsetOf(child, log),
    }),
  }));
}

const XLINK_HREF = /^[^:]+:href$/;

/** `xlink:href`, under whatever prefix. */
export function xlinkHrefOf(element: XmlElement): string | undefined {
  for (const [name, value] of element.attributes) if (XLINK_HREF.test(name)) return value;
  return undefined;
}
