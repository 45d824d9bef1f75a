/** What ads of one creative have in common, in events, figures and documents. */
import { type KeyText, keyTextOf } from '@interlude/reporting';
import type { InlineAd } from '@interlude/vast';

const creativeNames = new WeakMap<InlineAd, KeyText>();

/** Its UniversalAdId, else what else names it; bounded once for an ad, not with each event: it may be as long as a VAST. */
export function creativeName(ad: InlineAd): KeyText {
  const [creative] = ad.creatives;
  const name =
    creativeNames.get(ad) ??
    keyTextOf(creative?.universalAdIds[0]?.value ?? creative?.adId ?? creative?.id ?? ad.id);
  creativeNames.set(ad, name);
  return name;
}
