/** The one way to decode video of a file: no frame beyond the limits, wherever in the file it is declared. */
import { Decoder, type Stream } from 'node-av';
import { decodeLimits } from '../decode-limits.ts';

/** @param threadCount 0 = as many as the machine has */
export function videoDecoder(stream: Stream, threadCount = 1): Promise<Decoder> {
  return Decoder.create(stream, {
    exitOnError: false,
    context: { threadCount },
    options: { max_pixels: decodeLimits.pixels },
  });
}
