/** Where the source of a channel is, and which of its manifests are requested with `sourceHeaders`. */
import type { ChannelSettings } from '@interlude/contract';

type SourceSettings = Pick<
  ChannelSettings,
  'sourceManifestUrl' | 'trueSourceUrl' | 'sourceHeaders'
>;

/** `trueSourceUrl` is read instead of `sourceManifestUrl` when there is one. */
export function sourceUrl({
  trueSourceUrl,
  sourceManifestUrl,
}: Pick<ChannelSettings, 'sourceManifestUrl' | 'trueSourceUrl'>): string {
  return trueSourceUrl || sourceManifestUrl;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);

/**
 * They may be secrets, and a manifest or a feed can name any host.
 * @param url of a manifest
 * @returns `sourceHeaders` for the host of the source, none for any other
 */
export function sourceHeadersFor(
  settings: SourceSettings,
  url: string,
): Readonly<Record<string, string>> {
  const host = hostOf(url);
  const isOwn = host !== undefined && host === hostOf(sourceUrl(settings));
  return isOwn ? settings.sourceHeaders : {};
}
