/**
 * The ladder of an encoding profile, to whose renditions creatives are encoded. An analysis fills it in; a ladder with
 * a missing or impossible value is not used, and creatives are encoded to the ladder of the source.
 */
import { z } from 'zod';

const bitrate = z.number().min(1_000).max(200_000_000).describe('bit/s');
const codecs = z.string().min(1).max(100).describe('as in a manifest: `avc1.64001f`, `mp4a.40.2`');
const count = z.number().int().min(1).max(1_000_000);
const pixels = z.number().int().min(2).max(8_192).multipleOf(2);

export const encodingLadder = z.object({
  manifestType: z.enum(['hls', 'dash']),
  muxingType: z.enum(['cmaf', 'ts']),
  hasSeparateAudio: z.boolean(),
  frameRate: z.tuple([count, count]).describe('frames in seconds: [30000, 1001]'),
  segmentMs: z.number().min(100).max(60_000),
  pictures: z.array(z.object({ width: pixels, height: pixels, bitrate, codecs })).max(20),
  audio: z
    .array(
      z.object({
        codecs,
        channels: z.number().int().min(1).max(64),
        sampleRate: z.number().int().min(8_000).max(192_000).describe('Hz'),
        bitrate,
        language: z.string().max(40).describe('BCP 47; empty = not declared'),
      }),
    )
    .min(1)
    .max(20),
});
export type EncodingLadder = z.output<typeof encodingLadder>;
