/** The clip id of an ad: two ads with one id are one creative, which is conditioned once. */
import type { ChannelSettings } from '@interlude/contract';
import { sha256Hex } from './sha-256.ts';

/** Identifiers of a Linear in a VAST document. */
export interface AdIdentity {
  readonly universalAdIds: readonly { readonly registry: string; readonly value: string }[];
  readonly adId?: string | undefined;
  readonly id?: string | undefined;
}

/** Characters of an identifier; a longer one is taken by its hash. */
const longest = 300;

/**
 * The address without the parts that change from request to request: query, fragment and user. A malformed address is
 * returned trimmed.
 */
export function canonicalMediaUrl(url: string): string {
  if (!URL.canParse(url)) return url.trim();
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const declared = (text: string | undefined) => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed.toLowerCase() === 'unknown' ? undefined : trimmed;
};

/**
 * The id, or its SHA-256 when it is too long or has control or format characters or unpaired surrogates: ids become
 * part of addresses, logs and keys.
 */
function kept(id: string): string {
  const isPlain = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id);
  return isPlain && id.length <= longest ? id : sha256Hex(id);
}

function universalId({ universalAdIds }: AdIdentity): string | undefined {
  const known = universalAdIds.find(({ value }) => declared(value) !== undefined);
  return known && `${declared(known.registry) ?? 'unknown'}:${known.value.trim()}`;
}

/**
 * The clip id: `MediaFile@id` or the hash of the address where the channel's settings choose it, else the UniversalAdId
 * (`registry:value`), else `Creative@adId`, else `Creative@id`. Without any of them it is the SHA-256 (hex) of the
 * media file's address without its query.
 * @param mediaFile the file that would be conditioned
 * @see VAST 4.3 §3.7; rule V7
 */
export function adClipId(
  ad: AdIdentity,
  mediaFile: { readonly url: string; readonly id?: string | undefined },
  settings: Pick<ChannelSettings, 'useMediaFileIdAsAdId' | 'generateTitleIdsUsingURL'>,
): string {
  const byUrl = () => sha256Hex(canonicalMediaUrl(mediaFile.url));
  if (settings.generateTitleIdsUsingURL) return byUrl();
  const ofFile = settings.useMediaFileIdAsAdId ? declared(mediaFile.id) : undefined;
  const id = ofFile ?? universalId(ad) ?? declared(ad.adId) ?? declared(ad.id);
  return id === undefined ? byUrl() : kept(id);
}
