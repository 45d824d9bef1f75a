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

/** A name of an element or an attribute. @see Namespaces in XML 1.0 §4 */
export interface XmlName {
  /** As written, with its prefix. */
  readonly qualified: string;
  /** Without it. */
  readonly local: string;
}

interface FrequentName extends XmlName {
  /** Of the qualified name. */
  readonly codes: Uint16Array;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The copy that the engine keeps of a property name: two such strings are compared by their addresses. */
const internalized = (name: string) => Object.keys({ [name]: 0 })[0] ?? name;

const slots = 4_096;
const mixed = (hash: number) => (hash ^ (hash >>> 12)) & (slots - 1);

/** For each ASCII code: 1 when it may continue a name. */
const nameCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w:.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** One name a slot: of two with the same hash the first is found so. */
const bySlot: (FrequentName | undefined)[] = new Array(slots).fill(undefined);

function isAt(name: Uint16Array, codes: Uint16Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) if (name[at] !== codes[from + at]) return false;
  return true;
}

/** Reads names one after another. */
export class NameReader {
  /** Behind the last name. */
  end = 0;
  readonly #text: string;
  readonly #codes: Uint16Array;

  /** @param codes of the text, see `codeUnitsOf` */
  constructor(text: string, codes: Uint16Array) {
    this.#text = text;
    this.#codes = codes;
  }

  /** The name that begins at `from`, with all letters beyond ASCII; undefined when XML 1.0 allows none such. */
  read(from: number): XmlName | undefined {
    const codes = this.#codes;
    let at = from;
    let hash = 0;
    for (; ; at += 1) {
      const code = codes[at] ?? 0;
      if (code < 128 && nameCodes[code] === 0) break;
      hash = (hash * 31 + code) | 0;
    }
    this.end = at;
    const known = bySlot[mixed(hash)];
    if (known !== undefined && isAt(known.codes, codes, from, at)) return known;
    const qualified = this.#text.slice(from, at);
    return NAME.test(qualified) ? { qualified, local: localName(qualified) } : undefined;
  }
}

for (const name of frequent) {
  const codes = Uint16Array.from(name, (letter) => letter.charCodeAt(0));
  const hash = codes.reduce((sum, code) => (sum * 31 + code) | 0, 0);
  const names = { qualified: internalized(name), local: internalized(localName(name)) };
  bySlot[mixed(hash)] ??= { ...names, codes };
}
