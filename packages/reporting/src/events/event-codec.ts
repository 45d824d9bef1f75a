/**
 * Events as the payload of a spool frame, version 3: a byte with the version, the number of events and the length of
 * the texts (32 bits each, little endian), the texts of all events as a JSON array, then the events as whole numbers.
 * An event names its type, the fields it has, the milliseconds since the event before it, and for each text its place
 * in the array, from 1: a common event of many is 30 bytes beside the texts that it alone has. Sums of breaks, beacons
 * and splices, and numbers that are not whole, are in that array, too. Payloads of earlier releases are read.
 */
import { decodeSums, encodeSums } from '../break-records/sums-codec.ts';
import { decodeQuality, encodeQuality } from '../player-reports/quality-sums.ts';
import { decodeBeacons, encodeBeacons } from './beacons-codec.ts';
import { type EventType, eventTypes, type StitcherEvent } from './event.ts';
import { keyTextOf } from './key-text.ts';
import { countOlderEvents, decodeOlderEvents } from './older-event-codec.ts';
import { WholeNumberReader, WholeNumberWriter } from './whole-numbers.ts';

const version = 3;
const headBytes = 9;
/** Bytes of the shortest event: type, fields, time and the places of two texts. */
const leastBytes = 7;
/** Bytes of the longest event: type, fields, and fifteen whole numbers. */
const mostBytes = 4 + 15 * 8;
/** Bytes of the whole numbers in a frame of a thousand common events. */
const expectedBytes = 32_768;

/** Which fields an event has, a bit each; tenant and channel always. The order is part of the format. */
const has = {
  session: 1,
  viewer: 1 << 1,
  campaign: 1 << 2,
  creative: 1 << 3,
  asset: 1 << 4,
  breakId: 1 << 5,
  reason: 1 << 6,
  country: 1 << 7,
  device: 1 << 8,
  tracker: 1 << 9,
  splice: 1 << 10,
  slot: 1 << 11,
  durationMs: 1 << 12,
  errorCode: 1 << 13,
  bytes: 1 << 14,
  isRepeat: 1 << 15,
  /** A place in the array: fields that few events have. */
  rest: 1 << 16,
} as const;

const bit = (field: number, isThere: boolean) => (isThere ? field : 0);
const isThere = (field: number) => (field === 0 ? undefined : true);

const typeNumbers = new Map<EventType, number>(eventTypes.map((type, index) => [type, index]));
/** A type that no release has: the reader skips the event. */
const noType = 0xff;

const isWhole = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && Number.isSafeInteger(value);
/** A finite number that is not whole, for the JSON array; else null. */
const otherNumber = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) && !isWhole(value) ? value : null;

/** A time beyond safe integers is written as 1970, which the fold drops as late. */
const wholeTime = (atMs: number) => (Number.isSafeInteger(Math.round(atMs)) ? Math.round(atMs) : 0);

/** Rare fields by position, for JSON; undefined for most events, which have none of them. */
function restOf(event: StitcherEvent): readonly unknown[] | undefined {
  const { sums, beacons, quality, slot, durationMs, errorCode, bytes } = event;
  const rest = [
    sums === undefined ? null : encodeSums(sums),
    beacons === undefined ? null : encodeBeacons(beacons),
    quality === undefined ? null : encodeQuality(quality),
    ...[otherNumber(slot), otherNumber(durationMs), otherNumber(errorCode), otherNumber(bytes)],
  ];
  return rest.some((field) => field !== null) ? rest : undefined;
}

const hasOther = (value: number | undefined) => value !== undefined && !isWhole(value);
const mayHaveRest = (event: StitcherEvent) =>
  event.sums !== undefined ||
  event.beacons !== undefined ||
  event.quality !== undefined ||
  hasOther(event.slot) ||
  hasOther(event.durationMs) ||
  hasOther(event.errorCode) ||
  hasOther(event.bytes);

/** The JSON array of a payload: rare fields, and texts, of which a shared one is there once. */
class Values {
  readonly #places = new Map<string, number>();
  /** Texts are bounded before the disk, so that an event has a greatest size (SEC-S51). */
  readonly all: unknown[] = [];

  /** The place, from 1, of a text that many events have. */
  shared(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.all.push(keyTextOf(text));
      this.#places.set(text, place);
    }
    return place;
  }

  /** The place, from 1, of a value of this event alone, or of the events of one request. */
  add(value: unknown): number {
    return this.all.push(value);
  }
}

/** Shared by all frames, as encoding is synchronous: a writer for each frame would be garbage to collect. */
const scratch = new WholeNumberWriter(expectedBytes);
const utf8 = new TextEncoder();

/** Appends events; consecutive events of one request share the places of session and viewer. */
class EventWriter {
  readonly values = new Values();
  readonly numbers = scratch;
  #atMs = 0;
  #session: { text: string; place: number } = { text: '', place: 0 };
  #viewer: { text: string; place: number } = { text: '', place: 0 };

  constructor() {
    this.numbers.clear();
  }

  #own(last: { text: string; place: number }, text: string): void {
    if (text === '') return;
    if (last.text !== text) {
      last.text = text;
      last.place = this.values.add(keyTextOf(text));
    }
    this.numbers.whole(last.place);
  }

  #shared(text: string | undefined): void {
    if (text !== undefined) this.numbers.whole(this.values.shared(text));
  }

  #whole(value: number | undefined): void {
    if (isWhole(value)) this.numbers.whole(value);
  }

  add(event: StitcherEvent): void {
    const { numbers, values } = this;
    const rest = mayHaveRest(event) ? restOf(event) : undefined;
    const fields =
      bit(has.session, event.session !== '') |
      bit(has.viewer, event.viewer !== '') |
      bit(has.campaign, event.campaign !== undefined) |
      bit(has.creative, event.creative !== undefined) |
      bit(has.asset, event.asset !== undefined) |
      bit(has.breakId, event.breakId !== undefined) |
      bit(has.reason, event.reason !== undefined) |
      bit(has.country, event.country !== undefined) |
      bit(has.device, event.device !== undefined) |
      bit(has.tracker, event.tracker !== undefined) |
      bit(has.splice, event.splice !== undefined) |
      bit(has.slot, isWhole(event.slot)) |
      bit(has.durationMs, isWhole(event.durationMs)) |
      bit(has.errorCode, isWhole(event.errorCode)) |
      bit(has.bytes, isWhole(event.bytes)) |
      bit(has.isRepeat, event.isRepeat === true) |
      bit(has.rest, rest !== undefined);
    numbers.reserve(mostBytes);
    numbers.byte(typeNumbers.get(event.type) ?? noType);
    numbers.byte(fields & 0xff);
    numbers.byte((fields >>> 8) & 0xff);
    numbers.byte(fields >>> 16);
    const atMs = wholeTime(event.atMs);
    numbers.signed(atMs - this.#atMs);
    this.#atMs = atMs;
    numbers.whole(values.shared(event.tenant));
    numbers.whole(values.shared(event.channel));
    this.#own(this.#session, event.session);
    this.#own(this.#viewer, event.viewer);
    this.#shared(event.campaign);
    this.#shared(event.creative);
    this.#shared(event.asset);
    this.#shared(event.breakId);
    this.#shared(event.reason);
    this.#shared(event.country);
    this.#shared(event.device);
    this.#shared(event.tracker);
    this.#shared(event.splice);
    this.#whole(event.slot);
    this.#whole(event.durationMs);
    this.#whole(event.errorCode);
    this.#whole(event.bytes);
    if (rest !== undefined) numbers.whole(values.add(rest));
  }
}

/**
 * Encodes events in order as the payload of one spool frame.
 * @param room bytes that are left free in front of the payload
 * @returns the payload behind the room: with `frameHeaderBytes` what `sealFrame` takes
 */
export function encodeEvents(events: readonly StitcherEvent[], room = 0): Uint8Array {
  const writer = new EventWriter();
  for (const event of events) writer.add(event);
  const texts = utf8.encode(JSON.stringify(writer.values.all));
  const numbers = writer.numbers.written();
  const head = room + headBytes;
  const bytes = new Uint8Array(head + texts.length + numbers.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(room, version);
  view.setUint32(room + 1, events.length, true);
  view.setUint32(room + 5, texts.length, true);
  bytes.set(texts, head);
  bytes.set(numbers, head + texts.length);
  return bytes;
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** The fields that few events have. */
function withRest(event: StitcherEvent, value: unknown): StitcherEvent {
  if (!Array.isArray(value)) return event;
  const [sums, beacons, quality, slot, durationMs, errorCode, bytes]: unknown[] = value;
  return {
    ...event,
    sums: decodeSums(sums),
    beacons: decodeBeacons(beacons),
    quality: decodeQuality(quality),
    slot: event.slot ?? numberIn(slot),
    durationMs: event.durationMs ?? numberIn(durationMs),
    errorCode: event.errorCode ?? numberIn(errorCode),
    bytes: event.bytes ?? numberIn(bytes),
  };
}

class EventReader {
  readonly #values: readonly unknown[];
  readonly #numbers: WholeNumberReader;
  #atMs = 0;

  constructor(values: readonly unknown[], numbers: WholeNumberReader) {
    this.#values = values;
    this.#numbers = numbers;
  }

  get isBroken(): boolean {
    return this.#numbers.isBroken;
  }

  #text(): string | undefined {
    const value = this.#values[this.#numbers.whole() - 1];
    return typeof value === 'string' ? value : undefined;
  }

  #textIf(field: number): string | undefined {
    return field === 0 ? undefined : this.#text();
  }

  #wholeIf(field: number): number | undefined {
    return field === 0 ? undefined : this.#numbers.whole();
  }

  /** The next event; undefined for one of a type that this release does not know, or without tenant or channel. */
  next(): StitcherEvent | undefined {
    const numbers = this.#numbers;
    const type = eventTypes[numbers.byte()];
    const fields = numbers.byte() | (numbers.byte() << 8) | (numbers.byte() << 16);
    this.#atMs += numbers.signed();
    const tenant = this.#text();
    const channel = this.#text();
    const event = {
      type: type ?? 'view',
      atMs: this.#atMs,
      tenant: tenant ?? '',
      channel: channel ?? '',
      session: this.#textIf(fields & has.session) ?? '',
      viewer: this.#textIf(fields & has.viewer) ?? '',
      campaign: this.#textIf(fields & has.campaign),
      creative: this.#textIf(fields & has.creative),
      asset: this.#textIf(fields & has.asset),
      breakId: this.#textIf(fields & has.breakId),
      reason: this.#textIf(fields & has.reason),
      country: this.#textIf(fields & has.country),
      device: this.#textIf(fields & has.device),
      tracker: this.#textIf(fields & has.tracker),
      splice: this.#textIf(fields & has.splice),
      slot: this.#wholeIf(fields & has.slot),
      durationMs: this.#wholeIf(fields & has.durationMs),
      errorCode: this.#wholeIf(fields & has.errorCode),
      bytes: this.#wholeIf(fields & has.bytes),
      isRepeat: isThere(fields & has.isRepeat),
    } satisfies StitcherEvent;
    const rest = fields & has.rest ? this.#values[numbers.whole() - 1] : undefined;
    const isKnown = type !== undefined && tenant !== undefined && channel !== undefined;
    if (!isKnown || numbers.isBroken) return undefined;
    return rest === undefined ? event : withRest(event, rest);
  }
}

/** Number of events by the head of a payload; undefined when the payload is too short for them. */
function promised(payload: Uint8Array): number | undefined {
  if (payload.length < headBytes) return undefined;
  const count = new DataView(payload.buffer, payload.byteOffset).getUint32(1, true);
  return count * leastBytes <= payload.length ? count : undefined;
}

function opened(payload: Uint8Array): EventReader | undefined {
  if (payload.length < headBytes) return undefined;
  const textBytes = new DataView(payload.buffer, payload.byteOffset).getUint32(5, true);
  const from = headBytes + textBytes;
  if (from > payload.length) return undefined;
  try {
    const values: unknown = JSON.parse(new TextDecoder().decode(payload.subarray(headBytes, from)));
    if (!Array.isArray(values)) return undefined;
    return new EventReader(values, new WholeNumberReader(payload, from));
  } catch {
    return undefined;
  }
}

/**
 * Decodes the payload of a spool frame. Never throws: events of a newer version or damaged events are skipped.
 * @returns events in writing order, and `unreadable`: the number of skipped events
 */
export function decodeEvents(payload: Uint8Array): { events: StitcherEvent[]; unreadable: number } {
  if (payload[0] !== version) return decodeOlderEvents(payload);
  const count = promised(payload);
  const reader = opened(payload);
  if (count === undefined || reader === undefined) return { events: [], unreadable: count ?? 1 };
  const events: StitcherEvent[] = [];
  for (let read = 0; read < count && !reader.isBroken; read += 1) {
    const event = reader.next();
    if (event) events.push(event);
  }
  return { events, unreadable: count - events.length };
}

/** Events in a damaged payload, by its head: at least one. */
export function countDamagedEvents(payload: Uint8Array): number {
  if (payload[0] !== version) return countOlderEvents(payload);
  return Math.max(1, promised(payload) ?? 1);
}
