/** The conditioning profile of a job, validated when it is read from the database, before an engine starts. */
import { encodingLadder } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { z } from 'zod';
import type { ConditioningProfile } from './conditioning-profile.ts';

const { manifestType, muxingType, hasSeparateAudio, ...ladder } = encodingLadder.shape;

const profileSchema = z.object({
  ...ladder,
  manifest: manifestType,
  muxing: muxingType,
  separateAudio: hasSeparateAudio,
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
