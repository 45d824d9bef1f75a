import type { AdCategory, InlineAd, LinearCreative, WrapperAd } from './vast.ts';

function mergeCreative(wrapper: WrapperAd, creative: LinearCreative): LinearCreative {
  return {
    ...creative,
    trackingEvents: [...creative.trackingEvents, ...wrapper.trackingEvents],
    clickTracking: [...creative.clickTracking, ...wrapper.clickTracking],
    customClicks: [...creative.customClicks, ...wrapper.customClicks],
    icons: [...creative.icons, ...wrapper.icons],
  };
}

/**
 * The ad with everything of the wrapper added (rule V2): impressions, errors, tracking, clicks,
 * viewability, verifications, icons, companions, extensions. A wrapper that holds a place in a pod passes it on.
 */
export function mergeWrapper(wrapper: WrapperAd, ad: InlineAd): InlineAd {
  const viewable = ad.viewableImpression;
  const added = wrapper.viewableImpression;
  return {
    ...ad,
    sequence: wrapper.sequence ?? ad.sequence,
    impressions: [...ad.impressions, ...wrapper.impressions],
    errorUrls: [...ad.errorUrls, ...wrapper.errorUrls],
    viewableImpression: {
      viewable: [...viewable.viewable, ...added.viewable],
      notViewable: [...viewable.notViewable, ...added.notViewable],
      viewUndetermined: [...viewable.viewUndetermined, ...added.viewUndetermined],
    },
    adVerifications: [...ad.adVerifications, ...wrapper.adVerifications],
    extensions: [...ad.extensions, ...wrapper.extensions],
    otherCreatives: [...ad.otherCreatives, ...wrapper.otherCreatives],
    creatives: ad.creatives.map((creative) => mergeCreative(wrapper, creative)),
    wrapperSystems: [...ad.wrapperSystems, wrapper.adSystem],
  };
}

/**
 * The category of the ad that the wrapper forbids (error 205), if any.
 * @see VAST 4.3 §3.19; rule V2
 */
export function blockedCategory(wrapper: WrapperAd, ad: InlineAd): AdCategory | undefined {
  return ad.categories.find((category) =>
    wrapper.blockedAdCategories.some(
      (blocked) =>
        blocked.code === category.code &&
        (blocked.authority === '' || blocked.authority === category.authority),
    ),
  );
}
