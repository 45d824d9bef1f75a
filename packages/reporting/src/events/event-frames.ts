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
  /** Events of a newer version, or damaged within a whole frame. */
  readonly unreadable: number;
  /** Bytes after the last whole frame. */
  readonly tornBytes: number;
}

/** Decodes what `encodeEventFrames` has written, up to the first frame that is torn. Never throws. */
export function decodeEventFrames(bytes: Uint8Array): DecodedEventFrames {
  const { payloads, tornBytes } = decodeFrames(bytes);
  const decoded = payloads.map(decodeEvents);
  return {
    events: decoded.flatMap(({ events }) => events),
    unreadable: decoded.reduce((sum, one) => sum + one.unreadable, 0),
    tornBytes,
  };
}
