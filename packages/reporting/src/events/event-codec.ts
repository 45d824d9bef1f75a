/**
 * Events as the payload of a spool frame: a JSON array with the version, the time that all count from, the texts of all,
 * each once, and an array of fields by position for each event. Texts stand as their places in the list from 1, so that a
 * common event of many is about 60 bytes. Frames of releases before (version 1) have each text in its place.
 */
import { decodeSums, encodeSums } from '../break-records/sums-codec.ts';
import { decodeQuality, encodeQuality } from '../player-reports/quality-sums.ts';
import { type BeaconSums, type EventType, eventTypes, type StitcherEvent } from './event.ts';
import { keyTextOf } from './key-text.ts';

const version = 2;
const typeNumbers = new Map<EventType, number>(eventTypes.map((type, index) => [type, index]));

type Field = number | null | ReturnType<typeof encodeSums> | readonly number[];

/** Positions of texts: 0 stands for none there. */
const areTexts = Array.from({ length: 23 }, (_, position) =>
  [2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 19, 21].includes(position),
);

/** Texts of a frame, each once. */
class Texts {
  readonly #places = new Map<string, number>();
  /** Of the event before, by position: events of one request say the same. */
  readonly #last: { text: string | undefined; place: number }[] = Array.from(
    { length: areTexts.length },
    () => ({ text: undefined, place: 0 }),
  );
  /** Bounded before the disk, so that an event has a greatest size (SEC-S51). */
  readonly all: string[] = [];

  /** From 1; 0 for none. */
  place(text: string | undefined, position: number): number {
    const last = this.#last[position];
    if (last && last.text !== text) {
      last.text = text;
      last.place = text === undefined ? 0 : this.#placeOf(text);
    }
    return last?.place ?? 0;
  }

  #placeOf(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.all.push(keyTextOf(text));
      this.#places.set(text, place);
    }
    return place;
  }
}

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

/** Without what stands for nothing at the end. */
function trimmed(fields: Field[]): Field[] {
  let length = fields.length;
  for (; length > 0; length -= 1) {
    const last = fields[length - 1];
    if (last !== null && !(last === 0 && areTexts[length - 1])) {
      break;
    }
  }
  fields.length = length;
  return fields;
}

function toFields(event: StitcherEvent, texts: Texts, baseMs: number): Field[] {
  const { sums, beacons, quality } = event;
  return trimmed([
    typeNumbers.get(event.type) ?? -1,
    event.atMs - baseMs,
    texts.place(event.tenant, 2),
    texts.place(event.channel, 3),
    texts.place(event.session, 4),
    texts.place(event.viewer, 5),
    texts.place(event.campaign, 6),
    texts.place(event.creative, 7),
    texts.place(event.asset, 8),
    texts.place(event.breakId, 9),
    event.slot ?? null,
    event.durationMs ?? null,
    event.errorCode ?? null,
    texts.place(event.reason, 13),
    texts.place(event.country, 14),
    texts.place(event.device, 15),
    event.bytes ?? null,
    sums === undefined ? null : encodeSums(sums),
    event.isRepeat === true ? 1 : null,
    texts.place(event.tracker, 19),
    beacons === undefined ? null : encodeBeacons(beacons),
    texts.place(event.splice, 21),
    quality === undefined ? null : encodeQuality(quality),
  ]);
}

const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** What a payload says beside its events. */
interface Frame {
  readonly baseMs: number;
  readonly textOf: (field: unknown) => string | undefined;
  readonly rows: readonly unknown[];
}

function fromFields(
  fields: readonly unknown[],
  { baseMs, textOf }: Frame,
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
  // Of few events.
  return fields[17] || fields[20] || fields[22]
    ? {
        ...event,
        sums: decodeSums(fields[17]),
        beacons: decodeBeacons(fields[20]),
        quality: decodeQuality(fields[22]),
      }
    : event;
}

/**
 * Encodes events in order as the payload of one spool frame.
 * @returns payload bytes for `encodeFrame`
 */
export function encodeEvents(events: readonly StitcherEvent[]): Uint8Array {
  const texts = new Texts();
  const baseMs = events[0]?.atMs ?? 0;
  const rows = events.map((event) => toFields(event, texts, baseMs));
  return new TextEncoder().encode(JSON.stringify([version, baseMs, texts.all, ...rows]));
}

/**
 * Decodes the payload of a spool frame. Never throws: events of a newer version or damaged events are skipped.
 * @returns events in writing order, and `unreadable`: the number of skipped events
 */
export function decodeEvents(payload: Uint8Array): { events: StitcherEvent[]; unreadable: number } {
  const frame = parseFrame(payload);
  if (frame === undefined) {
    return { events: [], unreadable: 1 };
  }
  const events: StitcherEvent[] = [];
  let unreadable = 0;
  for (const row of frame.rows) {
    const event = Array.isArray(row) ? fromFields(row, frame) : undefined;
    if (event) {
      events.push(event);
    } else {
      unreadable += 1;
    }
  }
  return { events, unreadable };
}

const textIn = (field: unknown) => (typeof field === 'string' ? field : undefined);

function parseFrame(payload: Uint8Array): Frame | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (!Array.isArray(value)) {
      return undefined;
    }
    if (value[0] === 1) {
      return { baseMs: 0, textOf: textIn, rows: value.slice(1) };
    }
    const [, base, texts] = value;
    const baseMs = number(base);
    if (value[0] !== version || baseMs === undefined || !Array.isArray(texts)) {
      return undefined;
    }
    // Places of texts are whole numbers from 1: all else finds none.
    const textOf = (field: unknown) => textIn(texts[(number(field) ?? 0) - 1]);
    return { baseMs, textOf, rows: value.slice(3) };
  } catch {
    return undefined;
  }
}
