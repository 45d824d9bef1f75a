/** Matches Representations of a creative to those of a channel, as renditions (rules D16, H24, H27). */

import {
  type AdDropReason,
  type Creative,
  type CreativeRendition,
  matchRenditions,
  type SourceRendition,
} from '@interlude/stitching';
import type { DashProfile } from '../origin/channel-profile.ts';
import type { DashCreativeRendition } from './dash-renditions.ts';

/** `mp4` of `video/mp4`: a source buffer takes one container only. */
const containerOf = (mimeType: string | undefined) => mimeType?.split('/')[1] ?? '';

function boundariesOf({ segments, startsMs }: CreativeRendition): number[] {
  return segments.map(
    ({ durationSeconds }, index) => (startsMs[index] ?? 0) + durationSeconds * 1000,
  );
}

/** Durations are rounded to whole frames, and to half seconds by careless packagers. */
const roundingMs = 500;

interface ReadCreative {
  readonly creativeId: string;
  readonly address: string;
  readonly renditions: readonly DashCreativeRendition[];
}

/** The creative's stand-in for one representation of the channel. */
function standIn(
  source: SourceRendition,
  read: ReadCreative,
  profile: DashProfile,
): CreativeRendition | undefined {
  const container = containerOf(profile.mimeTypes.get(source.renditionId));
  // Candidates of the same kind only: beside audio of its own, video would be matched as if it had none.
  const candidates = read.renditions.filter(
    ({ mimeType, described }) =>
      containerOf(mimeType) === container && described.kind === source.kind,
  );
  const matches = matchRenditions(
    [source],
    candidates.map(({ described }) => described),
  );
  if (typeof matches === 'string') {
    return undefined;
  }
  const id = matches.get(source.renditionId)?.renditionId;
  return candidates.find(({ described }) => described.renditionId === id)?.media;
}

/**
 * The creative by the channel's representations, or why it cannot be stitched in. Every video representation has to
 * have its stand-in. For audio one codec is enough: an ad period without the AC-3 set is legal, and a player then takes
 * the other set.
 */
export function buildDashCreative(
  read: ReadCreative,
  profile: DashProfile,
): Creative | AdDropReason {
  const renditions: Record<string, CreativeRendition> = {};
  const kinds = new Set<SourceRendition['kind']>();
  let longestMs = 0;
  let longestFirstMs = 0;
  for (const source of profile.renditions) {
    const media = standIn(source, read, profile);
    if (media === undefined && source.kind !== 'audio') {
      return 'NO_VARIANT_MATCH';
    }
    if (media !== undefined) {
      renditions[source.renditionId] = media;
      kinds.add(source.kind);
      const seconds = media.segments.map(({ durationSeconds }) => durationSeconds);
      longestMs = Math.max(longestMs, ...seconds.map((length) => length * 1000));
      longestFirstMs = Math.max(longestFirstMs, (seconds[0] ?? 0) * 1000);
    }
  }
  if (profile.renditions.some(({ kind }) => !kinds.has(kind))) {
    return 'NO_VARIANT_MATCH';
  }
  if (longestMs > profile.targetDuration * 1000 + roundingMs) {
    return 'SEGMENT_TOO_LONG';
  }
  const reference = renditions[profile.renditions[0]?.renditionId ?? ''];
  const boundariesMs = reference ? boundariesOf(reference) : [];
  return {
    creativeId: read.creativeId,
    address: read.address,
    durationMs: boundariesMs.at(-1) ?? 0,
    boundariesMs,
    begunAfterMs: longestFirstMs / 2,
    renditions,
  };
}
