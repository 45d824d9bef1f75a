/** One of several packages of the same media: the first that fits the channel. */
import type { ChannelProfile } from '../origin/channel-profile.ts';
import type { CreativeResult, TenantCreatives } from './creative-library.ts';

/**
 * @param urls of manifests, the preferred one first; the others are read only when it does not fit
 * @returns the first that fits; when none does, why the first does not; undefined without an address. Never rejects.
 */
export async function firstFitting(
  creatives: Pick<TenantCreatives, 'find'>,
  urls: readonly string[],
  profile: ChannelProfile,
  signal: AbortSignal,
): Promise<CreativeResult | undefined> {
  let misfit: CreativeResult | undefined;
  for (const url of urls) {
    const result = await creatives.find(url, profile, signal);
    if ('creative' in result) {
      return result;
    }
    misfit ??= result;
  }
  return misfit;
}
