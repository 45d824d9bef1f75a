/** The name of a creative in events, figures and documents, the same for all its ads. */
import { type KeyText, keyTextOf } from '@interlude/reporting';
import type { InlineAd } from '@interlude/vast';

const creativeNames = new WeakMap<InlineAd, KeyText>();

/**
 * UniversalAdId, else the first id there is; bounded once for an ad, not with each event, as it may be as long as a
 * VAST.
 */
export function creativeName(ad: InlineAd): KeyText {
  const [creative] = ad.creatives;
  const name =
    creativeNames.get(ad) ??
    keyTextOf(creative?.universalAdIds[0]?.value ?? creative?.adId ?? creative?.id ?? ad.id);
  creativeNames.set(ad, name);
  return name;
}
