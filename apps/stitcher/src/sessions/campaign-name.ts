/** The campaign of an ad in events and figures. */
import type { CampaignSource } from '@interlude/contract';
import { type KeyText, keyTextOf } from '@interlude/reporting';
import { campaignOfExtensions, type InlineAd } from '@interlude/vast';

const campaignNames = new WeakMap<
  InlineAd,
  { readonly from: CampaignSource; readonly name: KeyText }
>();

function campaignText(ad: InlineAd, from: CampaignSource): string {
  switch (from) {
    case 'extension':
      return campaignOfExtensions(ad.extensions) ?? '';
    case 'adId':
      return ad.id;
    case 'title':
      return ad.title;
    case 'advertiser':
      return ad.advertiser ?? '';
    case 'none':
      return '';
  }
}

/** The campaign from the field that the company has chosen, '' = none; bounded once for an ad, not with each event. */
export function campaignName(ad: InlineAd, from: CampaignSource): KeyText {
  const known = campaignNames.get(ad);
  if (known?.from === from) {
    return known.name;
  }
  const name = keyTextOf(campaignText(ad, from));
  campaignNames.set(ad, { from, name });
  return name;
}
