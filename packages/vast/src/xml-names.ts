// Names of elements and attributes. Those of the formats are found by a hash of their letters, without a string for each
// element of a document.

const START =
  'A-Z_a-z:\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
/** XML 1.0 §2.3: NameStartChar, NameChar. */
const NAME = new RegExp(
  `^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*$`,
  'u',
);

/** Of VAST, VMAP and MRSS, those that are frequent. */
const frequent =
  `VAST Ad InLine Wrapper AdSystem AdTitle AdServingId VASTAdTagURI Impression Error Creatives Creative Linear
  Duration MediaFiles MediaFile Mezzanine TrackingEvents Tracking VideoClicks ClickThrough ClickTracking CustomClick
  UniversalAdId Extensions Extension CreativeExtensions CreativeExtension Icons Icon Category ViewableImpression
  Viewable NotViewable ViewUndetermined CompanionAds Companion AdVerifications Verification JavaScriptResource
  VerificationParameters StaticResource HTMLResource IFrameResource AdParameters Advertiser Pricing Survey Description
  Expires InteractiveCreativeFile ClosedCaptionFiles ClosedCaptionFile AltText CompanionClickThrough
  vmap:VMAP vmap:AdBreak vmap:AdSource vmap:VASTAdData vmap:AdTagURI vmap:TrackingEvents vmap:Tracking
  id sequence version event offset type delivery width height bitrate minBitrate maxBitrate codec apiFramework
  idRegistry idValue adId AdID adType conditionalAd skipoffset authority vendor scalable maintainAspectRatio
  timeOffset breakType breakId xmlns xmlns:xsi xsi:noNamespaceSchemaLocation creativeType assetWidth assetHeight
  allowMultipleAds followRedirects followAdditionalWrappers fallbackOnNoAd mediaType fileSize language model currency
  browserOptional program xPosition yPosition`.split(/\s+/);

const slots = 4_096;
const mixed = (hash: number) => (hash ^ (hash >>> 12)) & (slots - 1);

/** Of ASCII: whether it goes on with a name. */
const nameCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w:.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** One name a slot: of two with the same hash the first is found so. */
const bySlot: (string | undefined)[] = new Array(slots).fill(undefined);

/** Reads names one after another. */
export class NameReader {
  /** Behind the last name. */
  end = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The name that begins at `from`, with all letters beyond ASCII; undefined when XML 1.0 allows none such. */
  read(from: number): string | undefined {
    const text = this.#text;
    let at = from;
    let hash = 0;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 128 && nameCodes[code] === 0) break;
      hash = (hash * 31 + code) | 0;
    }
    this.end = at;
    const known = bySlot[mixed(hash)];
    if (known !== undefined && known.length === at - from && text.startsWith(known, from))
      return known;
    const name = text.slice(from, at);
    return NAME.test(name) ? name : undefined;
  }
}

for (const name of frequent) {
  const hash = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  bySlot[mixed(hash)] ??= name;
}
