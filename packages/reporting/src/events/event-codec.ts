/**
 * Events as the payload of a spool frame: a JSON array of arrays, fields by position, version first.
 * Empty fields at the end are left out, so that a common event is about 150 bytes.
 */
import { decodeSums, encodeSums } from '../break-records/sums-codec.ts';
import { decodeQuality, encodeQuality } from '../player-reports/quality-sums.ts';
import { type BeaconSums, type EventType, eventTypes, type StitcherEvent } from './event.ts';
import { keyTextOf } from './key-text.ts';

const version = 1;
const typeNumbers = new Map<EventType, number>(eventTypes.map((type, index) => [type, index]));

type Field = string | number | null | ReturnType<typeof encodeSums> | readonly number[];

/** Bounded before the disk, so that an event has a greatest size (SEC-S51). */
const key = (text: string | undefined) => (text === undefined ? null : keyTextOf(text));

/** @returns numbers by position, for JSON */
export const encodeBeacons = (sums: BeaconSums): readonly number[] => [
  sums.sent,
  sums.answered,
  sums.failed,
  sums.impressionsFailed,
  sums.impressionsRetried,
];

/** Undefined for anything else than what `encodeBeacons` gives. Never throws. */
export function decodeBeacons(field: unknown): BeaconSums | undefined {
  if (!Array.isArray(field)) return undefined;
  const [sent = 0, answered = 0, failed = 0, impressionsFailed = 0, impressionsRetried = 0] =
    field.map((value) => Math.max(0, Math.trunc(number(value) ?? 0)));
  return { sent, answered, failed, impressionsFailed, impressionsRetried };
}

function toFields(event: StitcherEvent): Field[] {
  const fields: Field[] = [
    typeNumbers.get(event.type) ?? -1,
    event.atMs,
    key(event.tenant),
    key(event.channel),
    key(event.session),
    key(event.viewer),
    key(event.campaign),
    key(event.creative),
    key(event.asset),
    key(event.breakId),
    event.slot ?? null,
    event.durationMs ?? null,
    event.errorCode ?? null,
    key(event.reason),
    key(event.country),
    key(event.device),
    event.bytes ?? null,
    event.sums === undefined ? null : encodeSums(event.sums),
    event.isRepeat === true ? 1 : null,
    key(event.tracker),
    event.beacons === undefined ? null : encodeBeacons(event.beacons),
    key(event.splice),
    event.quality === undefined ? null : encodeQuality(event.quality),
  ];
  while (fields.at(-1) === null) {
    fields.pop();
  }
  return fields;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function fromFields(fields: readonly unknown[]): StitcherEvent | undefined {
  const type = eventTypes[number(fields[0]) ?? -1];
  const atMs = number(fields[1]);
  const tenant = text(fields[2]);
  const channel = text(fields[3]);
  if (type === undefined || atMs === undefined || tenant === undefined || channel === undefined) {
    return undefined;
  }
  return {
    type,
    atMs,
    tenant,
    channel,
    session: text(fields[4]) ?? '',
    viewer: text(fields[5]) ?? '',
    campaign: text(fields[6]),
    creative: text(fields[7]),
    asset: text(fields[8]),
    breakId: text(fields[9]),
    slot: number(fields[10]),
    durationMs: number(fields[11]),
    errorCode: number(fields[12]),
    reason: text(fields[13]),
    country: text(fields[14]),
    device: text(fields[15]),
    bytes: number(fields[16]),
    sums: decodeSums(fields[17]),
    ...(fields[18] === 1 && { isRepeat: true }),
    tracker: text(fields[19]),
    beacons: decodeBeacons(fields[20]),
    splice: text(fields[21]),
    quality: decodeQuality(fields[22]),
  };
}

/**
 * Encodes events in order as the payload of one spool frame.
 * @returns payload bytes for `encodeFrame`
 */
export function encodeEvents(events: readonly StitcherEvent[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([version, ...events.map(toFields)]));
}

/**
 * Decodes the payload of a spool frame. Never throws: events of a newer version or damaged events are skipped.
 * @returns events in writing order, and `unreadable`: the number of skipped events
 */
export function decodeEvents(payload: Uint8Array): { events: StitcherEvent[]; unreadable: number } {
  const rows = parseRows(payload);
  if (rows === undefined) {
    return { events: [], unreadable: 1 };
  }
  const events: StitcherEvent[] = [];
  let unreadable = 0;
  for (const row of rows) {
    const event = Array.isArray(row) ? fromFields(row) : undefined;
    if (event) {
      events.push(event);
    } else {
      unreadable += 1;
    }
  }
  return { events, unreadable };
}

function parseRows(payload: Uint8Array): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    return Array.isArray(value) && value[0] === version ? value.slice(1) : undefined;
  } catch {
    return undefined;
  }
}
