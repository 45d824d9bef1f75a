import type { BaseUrl } from '@interlude/dash';
import { uriResolver } from '../source/resolve-uri.ts';
import type { AbsoluteBaseUrl } from './dash-window.ts';

/** BaseURL alternatives kept at each level. */
const MAX_ALTERNATIVES = 8;

function below(parents: readonly AbsoluteBaseUrl[], own: readonly BaseUrl[]): AbsoluteBaseUrl[] {
  const found = parents.flatMap((parent) =>
    own.map(({ url, serviceLocation }) => ({
      url: uriResolver(parent.url)(url),
      serviceLocation: serviceLocation ?? parent.serviceLocation,
    })),
  );
  const unique = found.filter(
    ({ url }, index) => found.findIndex((other) => other.url === url) === index,
  );
  return unique.slice(0, MAX_ALTERNATIVES);
}

/**
 * Absolute base addresses of a Period: outputs are served from another host, so no address may stay relative to the
 * origin's MPD (D10). Each level may name alternatives (ISO/IEC 23009-1 5.6).
 */
export function periodBaseUrls(
  mpdUrl: string,
  ofMpd: readonly BaseUrl[],
  ofPeriod: readonly BaseUrl[],
): readonly AbsoluteBaseUrl[] {
  const [address = ''] = mpdUrl.split(/[?#]/, 1);
  let bases: AbsoluteBaseUrl[] = [{ url: address.slice(0, address.lastIndexOf('/') + 1) }];
  for (const own of [ofMpd, ofPeriod]) if (own.length > 0) bases = below(bases, own);
  return bases;
}
