/** Events as a run of spool frames, each of a size that the reader accepts. */
import { decodeFrames, frameHeaderBytes, sealFrame } from '../spool/frame-codec.ts';
import type { StitcherEvent } from './event.ts';
import { countDamagedEvents, decodeEvents, encodeEvents } from './event-codec.ts';

/** A thousand events of eleven texts of 200 escaped characters have 13.5 MB; a frame may have 16 MiB. */
const eventsPerFrame = 1_000;

/**
 * Encodes any number of events in order.
 * @returns whole frames, to append in one write
 */
export function encodeEventFrames(events: readonly StitcherEvent[]): Uint8Array {
  const frames: Uint8Array[] = [];
  for (let from = 0; from < events.length; from += eventsPerFrame) {
    const ofFrame = events.slice(from, from + eventsPerFrame);
    frames.push(sealFrame(encodeEvents(ofFrame, frameHeaderBytes)));
  }
  const [first] = frames;
  return frames.length === 1 && first !== undefined ? first : joined(frames);
}

function joined(frames: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const frame of frames) {
    bytes.set(frame, offset);
    offset += frame.length;
  }
  return bytes;
}

/**
 * Events in the output of `encodeEventFrames`, up to the first torn frame. Each iteration decodes them anew, frame by
 * frame, so that the events of a long segment are never in memory together. Never throws.
 */
export class EventFrames implements Iterable<StitcherEvent> {
  readonly #payloads: readonly Uint8Array[];
  readonly #damaged: number;
  /** Bytes after the last whole frame. */
  readonly tornBytes: number;
  #unreadable = 0;

  constructor(bytes: Uint8Array) {
    const { payloads, damaged, tornBytes } = decodeFrames(bytes);
    // Zeros at the end of a file, after a loss of power, read as empty frames.
    this.#payloads = payloads.filter(({ length }) => length > 0);
    this.#damaged = damaged.map(countDamagedEvents).reduce((sum, count) => sum + count, 0);
    this.tornBytes = tornBytes;
  }

  /** Events of a newer version, and of damaged frames by the number in their head; complete after an iteration. */
  get unreadable(): number {
    return this.#damaged + this.#unreadable;
  }

  /** The events of each frame. */
  *parts(): Generator<readonly StitcherEvent[]> {
    this.#unreadable = 0;
    for (const payload of this.#payloads) {
      const { events, unreadable } = decodeEvents(payload);
      this.#unreadable += unreadable;
      yield events;
    }
  }

  *[Symbol.iterator](): Generator<StitcherEvent> {
    for (const events of this.parts()) yield* events;
  }
}

export interface DecodedEventFrames {
  readonly events: StitcherEvent[];
  /** See `EventFrames`. */
  readonly unreadable: number;
  readonly tornBytes: number;
}

/** All of `EventFrames` at once. Never throws. */
export function decodeEventFrames(bytes: Uint8Array): DecodedEventFrames {
  const frames = new EventFrames(bytes);
  const events = [...frames];
  return { events, unreadable: frames.unreadable, tornBytes: frames.tornBytes };
}
