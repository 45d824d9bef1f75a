/**
 * Payloads that releases before version 3 wrote: a JSON array with the version and an array of fields by position for
 * each event. Version 2 has the time that all count from and the texts of all in front, and the place of a text in that
 * list (from 1) where version 1 has the text.
 */
import { decodeSums } from '../break-records/sums-codec.ts';
import { decodeQuality } from '../player-reports/quality-sums.ts';
import { decodeBeacons } from './beacons-codec.ts';
import { eventTypes, type StitcherEvent } from './event.ts';

const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A parsed payload: the time from which events count, its texts, and a row per event. */
interface Payload {
  readonly baseMs: number;
  readonly textOf: (field: unknown) => string | undefined;
  readonly rows: readonly unknown[];
}

function fromFields(
  fields: readonly unknown[],
  { baseMs, textOf }: Payload,
): StitcherEvent | undefined {
  const type = eventTypes[number(fields[0]) ?? -1];
  const atMs = number(fields[1]);
  const tenant = textOf(fields[2]);
  const channel = textOf(fields[3]);
  if (type === undefined || atMs === undefined || tenant === undefined || channel === undefined) {
    return undefined;
  }
  const event: StitcherEvent = {
    type,
    atMs: baseMs + atMs,
    tenant,
    channel,
    session: textOf(fields[4]) ?? '',
    viewer: textOf(fields[5]) ?? '',
    campaign: textOf(fields[6]),
    creative: textOf(fields[7]),
    asset: textOf(fields[8]),
    breakId: textOf(fields[9]),
    slot: number(fields[10]),
    durationMs: number(fields[11]),
    errorCode: number(fields[12]),
    reason: textOf(fields[13]),
    country: textOf(fields[14]),
    device: textOf(fields[15]),
    bytes: number(fields[16]),
    isRepeat: fields[18] === 1 ? true : undefined,
    tracker: textOf(fields[19]),
    splice: textOf(fields[21]),
  };
  // Fields that few events have.
  return fields[17] || fields[20] || fields[22]
    ? {
        ...event,
        sums: decodeSums(fields[17]),
        beacons: decodeBeacons(fields[20]),
        quality: decodeQuality(fields[22]),
      }
    : event;
}

const textIn = (field: unknown) => (typeof field === 'string' ? field : undefined);

function parsed(payload: Uint8Array): Payload | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (!Array.isArray(value)) {
      return undefined;
    }
    if (value[0] === 1) {
      return { baseMs: 0, textOf: textIn, rows: value.slice(1) };
    }
    const [version, base, texts] = value;
    const baseMs = number(base);
    if (version !== 2 || baseMs === undefined || !Array.isArray(texts)) {
      return undefined;
    }
    // Places of texts are whole numbers from 1: all else finds none.
    const textOf = (field: unknown) => textIn(texts[(number(field) ?? 0) - 1]);
    return { baseMs, textOf, rows: value.slice(3) };
  } catch {
    return undefined;
  }
}

/** As `decodeEvents`, of a payload of version 1 or 2. */
export function decodeOlderEvents(payload: Uint8Array): {
  events: StitcherEvent[];
  unreadable: number;
} {
  const older = parsed(payload);
  if (older === undefined) {
    return { events: [], unreadable: 1 };
  }
  const events: StitcherEvent[] = [];
  let unreadable = 0;
  for (const row of older.rows) {
    const event = Array.isArray(row) ? fromFields(row, older) : undefined;
    if (event) {
      events.push(event);
    } else {
      unreadable += 1;
    }
  }
  return { events, unreadable };
}

const isFirstVersion = (payload: Uint8Array) => payload[1] === 0x31;

/** Events in a damaged payload: each begins with `,[`, as does the list of texts of version 2. */
export function countOlderEvents(damaged: Uint8Array): number {
  let events = isFirstVersion(damaged) ? 0 : -1;
  for (let index = 1; index < damaged.length; index += 1) {
    events += damaged[index - 1] === 0x2c && damaged[index] === 0x5b ? 1 : 0;
  }
  return Math.max(1, events);
}
