/** What roles alone cannot say about channels: which addresses the platform would fetch at all. */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';

/**
 * Refuses addresses that are plainly forbidden, before they are stored; what a name resolves to is
 * checked when it is fetched.
 * @throws {DomainError} URL_FORBIDDEN
 */
export function checkAddresses(settings: ChannelSettings, egress: Pick<Egress, 'check'>): void {
  const addresses = [
    settings.sourceManifestUrl,
    settings.adSource.url,
    settings.preRoll.adSource.url,
    settings.adSlateManifestUrl,
    settings.stitcher.httpProxyUrl,
    settings.trueSourceUrl,
    settings.internalBeacons.baseUrl,
  ];
  for (const address of addresses) {
    if (address !== '') egress.check(address);
  }
}
