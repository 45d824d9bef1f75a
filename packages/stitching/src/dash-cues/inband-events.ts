// In-band events: the `emsg` boxes at the head of a media segment, as cues on the source clock (D13, D15).
// @see ISO/IEC 23009-1 §5.10.3.3; SCTE 214-3
import { encodeBase64 } from '@interlude/scte35';
import type { Cue } from '../cues/cue.ts';
import { isCommandUsed, readPayload } from '../cues/segmentation-rules.ts';
import { chosenSchemes, type DashCueOptions, MIN_EVENT_SECONDS } from './dash-cues.ts';
import { isScte35Scheme } from './event-payload.ts';

/** One `emsg` box. */
export interface InbandEvent {
  readonly schemeIdUri: string;
  readonly id: number;
  /** ms on the source clock. */
  readonly atMs: number;
  readonly durationSeconds?: number | undefined;
  /** The splice_info_section, base64. */
  readonly scte35: string;
}

/** Position of a segment, ms on the source clock. */
export interface SegmentPlace {
  readonly startMs: number;
  /** Time of media time 0 of its track. */
  readonly zeroMs: number;
}

const HEADER_BYTES = 8;
/** Version and flags. */
const FULL_BYTES = 4;
const UNKNOWN_DURATION = 0xffffffff;
/** Boxes read at most; a packager writes `styp`, `sidx`, `prft` and a few `emsg` before `moof`. */
const MAX_BOXES = 32;

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Reads the fields of one box in their order. */
class BoxReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** @throws {RangeError} beyond the end */
  word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  long(): number {
    return this.word() * 2 ** 32 + this.word();
  }

  /** Up to its NUL. @throws {RangeError} without one */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('a text without an end');
    const text = latin1(this.#bytes.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}

function readFields(body: Uint8Array, { startMs, zeroMs }: SegmentPlace): InbandEvent | undefined {
  const version = body[0];
  const reader = new BoxReader(body.subarray(FULL_BYTES));
  const texts = () => ({ schemeIdUri: reader.text(), value: reader.text() });
  const before = version === 0 ? texts() : undefined;
  const timescale = reader.word();
  const ticks = version === 0 ? reader.word() : reader.long();
  const duration = reader.word();
  const id = reader.word();
  const { schemeIdUri } = before ?? texts();
  if ((version !== 0 && version !== 1) || timescale === 0) return undefined;
  return {
    schemeIdUri,
    id,
    atMs: (version === 0 ? startMs : zeroMs) + (ticks * 1_000) / timescale,
    durationSeconds: duration === UNKNOWN_DURATION ? undefined : duration / timescale,
    scte35: encodeBase64(reader.rest()),
  };
}

/** Undefined for a box that is shorter than its fields. */
function readEmsg(body: Uint8Array, place: SegmentPlace): InbandEvent | undefined {
  try {
    return readFields(body, place);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Boxes before `moof` that are there as a whole. */
function* boxesBeforeMoof(head: Uint8Array) {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + HEADER_BYTES <= head.length; count += 1) {
    const end = at + view.getUint32(at);
    const type = latin1(head.subarray(at + 4, at + HEADER_BYTES));
    if (type === 'moof' || end < at + HEADER_BYTES || end > head.length) return;
    yield { type, body: head.subarray(at + HEADER_BYTES, end) };
    at = end;
  }
}

/**
 * SCTE-35 events in the first bytes of a segment.
 * @param head the bytes that were read: incomplete boxes are skipped
 * @see ISO/IEC 23009-1 §5.10.3.3; rule D15
 */
export function inbandEventsOf(head: Uint8Array, place: SegmentPlace): InbandEvent[] {
  const found: InbandEvent[] = [];
  for (const { type, body } of boxesBeforeMoof(head)) {
    const event = type === 'emsg' ? readEmsg(body, place) : undefined;
    if (event !== undefined && isScte35Scheme(event.schemeIdUri)) found.push(event);
  }
  return found;
}

/**
 * Markers of ad breaks among in-band events, as `findDashCues` finds them in an MPD.
 * @returns cues in the order of the events
 * @see SCTE 214-3; rules D13, D15
 */
export function inbandCues(
  events: readonly InbandEvent[],
  { segmentationConfiguration, fallbackSourceTags }: Omit<DashCueOptions, 'isMultiPeriod'>,
): Cue[] {
  const schemes = chosenSchemes(fallbackSourceTags);
  // In-band payloads are binary; `inbandEventsOf` has written them as base64.
  const configuration = { ...segmentationConfiguration, scte35IsHexNotBase64: false };
  return events.flatMap(({ schemeIdUri, atMs, durationSeconds = 0, scte35 }): Cue[] => {
    if (schemes?.has(schemeIdUri.toLowerCase()) === false) return [];
    const reading = readPayload(scte35, configuration);
    if (reading === undefined || !isCommandUsed(reading.command, configuration)) return [];
    return reading.signals.map((signal) => ({
      ...signal,
      atMs,
      msn: 0,
      dialect: schemeIdUri,
      scte35,
      durationSeconds:
        durationSeconds >= MIN_EVENT_SECONDS ? durationSeconds : signal.durationSeconds,
    }));
  });
}
