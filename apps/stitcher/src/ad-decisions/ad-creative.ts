/**
 * The creative of one ad for a channel: a ready-made package that fits, else the encoding conditioned from its media
 * file. A creative that is not conditioned yet is submitted, for a later break.
 */

import { packagedFiles, sourceFile } from '@interlude/ad-requests';
import { adClipId } from '@interlude/conditioning';
import type { AdDropReason } from '@interlude/stitching';
import type { InlineAd, LinearCreative } from '@interlude/vast';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { manifestOf } from '../creatives/assets/asset-repository.ts';
import type { ConditionedAssets } from '../creatives/assets/conditioned-assets.ts';
import { hashedProfileOf } from '../creatives/assets/hashed-profile.ts';
import type { CreativeResult, TenantCreatives } from '../creatives/creative-library.ts';
import { firstFitting } from '../creatives/first-fitting.ts';
import type { ChannelProfile } from '../origin/channel-profile.ts';

export interface CreativeTools {
  readonly creatives: TenantCreatives;
  /** Undefined: nothing is conditioned. */
  readonly assets?: Pick<ConditionedAssets, 'find'> | undefined;
}

export interface AdToFind {
  readonly ad: InlineAd;
  readonly linear: LinearCreative;
  readonly channel: Pick<ChannelEntry, 'id' | 'tenantId' | 'settings'>;
  readonly profile: ChannelProfile;
}

/** Reasons for which a package will not fit the next time either: its media file is conditioned instead. */
const misfits: ReadonlySet<AdDropReason> = new Set([
  'CREATIVE_UNUSABLE',
  'NO_VARIANT_MATCH',
  'SEGMENT_TOO_LONG',
]);

const dropped = (reason: AdDropReason): CreativeResult => ({ reason, timedOut: false });

/** The first ready-made package that fits; when none does, the reason of the first; undefined when the ad has none. */
async function readyMade(
  { linear, profile }: AdToFind,
  { creatives }: CreativeTools,
  signal: AbortSignal,
): Promise<CreativeResult | undefined> {
  const files = packagedFiles(linear, profile.manifestType ?? 'hls');
  const results = await Promise.all(files.map(({ url }) => creatives.find(url, profile, signal)));
  return results.find((result) => 'creative' in result) ?? results[0];
}

/** The conditioned creative of the ad's media file; undefined when the file cannot be conditioned for this channel. */
async function conditioned(
  { ad, linear, channel, profile }: AdToFind,
  { creatives, assets }: CreativeTools,
  signal: AbortSignal,
): Promise<CreativeResult | undefined> {
  const file = sourceFile(linear);
  if (!assets || !file || !profile.ladder) {
    return undefined;
  }
  const { id: channelId, tenantId, settings } = channel;
  const { durationSeconds } = linear;
  const request = {
    ...hashedProfileOf(profile.ladder, settings),
    tenantId,
    channelId,
    clipId: adClipId(linear, file, settings),
    mediaUrl: file.url,
    name: ad.title,
    durationMs: durationSeconds === undefined ? undefined : Math.round(durationSeconds * 1000),
    titleType: 'ad' as const,
  };
  const { manifestType = 'hls' } = profile;
  const found = await assets.find(request, signal);
  if (found.state !== 'ready') {
    // Until the encoding for a changed conditioning profile is ready, the earlier one plays (ADR 0032).
    const urls = found.others.map((asset) => manifestOf(asset, manifestType));
    const earlier = await firstFitting(creatives, urls, profile, signal);
    const reason = found.state === 'failed' ? 'CONDITIONING_FAILED' : 'NEW_CREATIVE';
    return earlier && 'creative' in earlier ? earlier : dropped(reason);
  }
  const url = manifestOf(found.asset, manifestType);
  return url === '' ? dropped('CREATIVE_UNUSABLE') : creatives.find(url, profile, signal);
}

/** Finds the creative of an ad for a channel. Never rejects; resolves shortly after the signal aborts at the latest. */
export async function findAdCreative(
  wanted: AdToFind,
  tools: CreativeTools,
  signal: AbortSignal,
): Promise<CreativeResult> {
  const ready = await readyMade(wanted, tools, signal);
  if (ready && ('creative' in ready || !misfits.has(ready.reason))) {
    return ready;
  }
  const made = await conditioned(wanted, tools, signal);
  return made ?? ready ?? dropped('NEW_CREATIVE');
}
