/** What roles alone cannot say about channels: which addresses the platform would fetch at all. */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';

/**
 * Refuses addresses that are plainly forbidden, before they are stored; what a name resolves to is
 * checked when it is fetched.
 * @throws {DomainError} URL_FORBIDDEN
 */
export function checkAddresses(
  settings: ChannelSettings,
  egress: Pick<Egress, 'check'>,
  stitcherPublicUrl: string,
): void {
  const slate = settings.adSlateManifestUrl;
  const addresses = [
    settings.sourceManifestUrl,
    settings.adSource.url,
    settings.preRoll.adSource.url,
    isStoredHere(slate, stitcherPublicUrl) ? '' : slate,
    settings.stitcher.httpProxyUrl,
    settings.trueSourceUrl,
    settings.internalBeacons.baseUrl,
  ];
  for (const address of addresses) {
    if (address !== '') egress.check(address);
  }
}

/** A conditioned slate (SLATE-010): read from its storage, so our own address may be a private one. */
function isStoredHere(address: string, stitcherPublicUrl: string): boolean {
  const plain = (url: string) => url.replace(/^https?:/i, '');
  return plain(address).startsWith(`${plain(stitcherPublicUrl).replace(/\/+$/, '')}/media/`);
}
