/** Events as a run of spool frames, each of a size that the reader accepts. */
import { decodeFrames, encodeFrame } from '../spool/frame-codec.ts';
import type { StitcherEvent } from './event.ts';
import { decodeEvents, encodeEvents } from './event-codec.ts';

/** Eleven texts of 200 escaped characters are 13.5 kB, and a frame holds 16 MiB. */
const eventsPerFrame = 1_000;

/**
 * Encodes any number of events in order.
 * @returns whole frames, to append in one write
 */
export function encodeEventFrames(events: readonly StitcherEvent[]): Uint8Array {
  const frames: Uint8Array[] = [];
  for (let from = 0; from < events.length; from += eventsPerFrame) {
    frames.push(encodeFrame(encodeEvents(events.slice(from, from + eventsPerFrame))));
  }
  const bytes = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const frame of frames) {
    bytes.set(frame, offset);
    offset += frame.length;
  }
  return bytes;
}

export interface DecodedEventFrames {
  readonly events: StitcherEvent[];
  /** Events of a newer version, or of a frame that is damaged (counted by their brackets; at least one). */
  readonly unreadable: number;
  /** Bytes after the last whole frame. */
  readonly tornBytes: number;
}

/** Events in a payload that is not as it was written: each begins `,[`. */
function eventsIn(damaged: Uint8Array): number {
  let events = 0;
  for (let index = 1; index < damaged.length; index += 1) {
    events += damaged[index - 1] === 0x2c && damaged[index] === 0x5b ? 1 : 0;
  }
  return Math.max(1, events);
}

/** Decodes what `encodeEventFrames` has written, up to the first frame that is torn. Never throws. */
export function decodeEventFrames(bytes: Uint8Array): DecodedEventFrames {
  const { payloads, damaged, tornBytes } = decodeFrames(bytes);
  // Zeros at the end of a file, after a loss of power, read as frames of nothing.
  const decoded = payloads.filter(({ length }) => length > 0).map(decodeEvents);
  const unreadable = [...decoded.map((one) => one.unreadable), ...damaged.map(eventsIn)];
  return {
    events: decoded.flatMap(({ events }) => events),
    unreadable: unreadable.reduce((sum, count) => sum + count, 0),
    tornBytes,
  };
}
