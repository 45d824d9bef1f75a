/** The conditioning profile of a job, validated when it is read from the database, before an engine starts. */
import { domainError } from '@interlude/contract';
import { z } from 'zod';
import type { ConditioningProfile } from './conditioning-profile.ts';

const bitrate = z.number().min(1_000).max(200_000_000);
const codecs = z.string().min(1).max(100);
const positive = z.number().int().min(1).max(1_000_000);

export const profileSchema = z.object({
  manifest: z.enum(['hls', 'dash']),
  muxing: z.enum(['cmaf', 'ts']),
  pictures: z
    .array(
      z.object({
        width: z.number().int().min(2).max(8_192).multipleOf(2),
        height: z.number().int().min(2).max(8_192).multipleOf(2),
        bitrate,
        codecs,
      }),
    )
    .max(20),
  frameRate: z.tuple([positive, positive]),
  audio: z
    .array(
      z.object({
        codecs,
        channels: z.number().int().min(1).max(64),
        sampleRate: z.number().int().min(8_000).max(192_000),
        bitrate,
        language: z.string().max(40),
      }),
    )
    .min(1)
    .max(20),
  separateAudio: z.boolean(),
  segmentMs: z.number().min(100).max(60_000),
  iFrames: z.boolean(),
  loudness: z
    .object({
      integrated: z.number().min(-70).max(-5),
      range: z.number().min(1).max(50),
      truePeak: z.number().min(-9).max(0),
    })
    .optional(),
});

/**
 * @param value JSON as it was stored
 * @throws {DomainError} CHANNEL_ASSET_INVALID
 * @see ADR 0020
 */
export function parseProfile(value: unknown): ConditioningProfile {
  const parsed = profileSchema.safeParse(value);
  if (parsed.success) return { ...parsed.data, loudness: parsed.data.loudness };
  const issue = parsed.error.issues[0];
  const reason = `its profile is wrong (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`;
  throw domainError('CHANNEL_ASSET_INVALID', { reason }, parsed.error);
}
