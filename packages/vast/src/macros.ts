/** IAB macros of VAST 4.x (vast4macros); any other macro is a third party's. */
export const IAB_MACROS: ReadonlySet<string> = new Set(
  `TIMESTAMP CACHEBUSTING CONTENTPLAYHEAD MEDIAPLAYHEAD ADPLAYHEAD BREAKPOSITION BLOCKEDADCATEGORIES
  ADCATEGORIES ADCOUNT TRANSACTIONID PLACEMENTTYPE ADTYPE UNIVERSALADID BREAKMAXDURATION BREAKMINDURATION
  BREAKMAXADS BREAKMINADLENGTH BREAKMAXADLENGTH IFA IFATYPE CLIENTUA SERVERUA DEVICEUA SERVERSIDE
  DEVICEIP LATLONG DOMAIN PAGEURL APPBUNDLE STOREID STOREURL VASTVERSIONS APIFRAMEWORKS EXTENSIONS
  VERIFICATIONVENDORS OMIDPARTNER MEDIAMIME PLAYERCAPABILITIES CLICKTYPE PLAYERSTATE INVENTORYSTATE
  PLAYERSIZE ADSERVINGID ASSETURI CONTENTID CONTENTURI CONTENTCAT PODSEQUENCE CLICKPOS ERRORCODE REASON
  LIMITADTRACKING REGULATIONS GDPRCONSENT GPPSECTIONID GPPSTRING DSAREQUIRED DSAPARAMS DSAPUBRENDER`.split(
    /\s+/,
  ),
);

export type MacroValues = Readonly<Record<string, string | number | undefined>>;

/** Macros of one click or one companion: they do not apply to anything that a server fires by itself. */
const CLICK_MACROS: ReadonlySet<string> = new Set(['CLICKTYPE', 'CLICKPOS']);

export interface MacroOptions {
  /** Macros whose value is known but must not be shared: `-2` (VAST 4.x 6.3). */
  readonly restricted?: ReadonlySet<string>;
  /** Macros that do not apply to this request: `0` (VAST 4.x 6.3). Default: those of a click. */
  readonly notApplicable?: ReadonlySet<string>;
  /** Keeps third-party macros: for documents that clients read. Default: they are replaced by the empty text. */
  readonly keepForeign?: boolean;
}

// `[NAME]` and the legacy `%%NAME%%`, each also percent-encoded. Names are upper case, so that
// `list[0]` and `a[]=` stay.
const MACRO =
  /\[([A-Z][A-Z0-9_]+)\]|%5B([A-Z][A-Z0-9_]+)%5D|%%([A-Z][A-Z0-9_]+)%%|%25%25([A-Z][A-Z0-9_]+)%25%25/gi;

/** Keeps reserved characters out of the value even where encodeURIComponent lets them pass. */
function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Replaces macros in a URL; each value is percent-encoded once. An IAB macro without a value becomes `-1`
 * (unknown), a restricted one `-2`, one that does not apply `0`.
 * @param values by macro name; CACHEBUSTING, TIMESTAMP and the like are given by the caller
 * @see VAST 4.3 §6; rule V5
 */
export function expandMacros(url: string, values: MacroValues, options: MacroOptions = {}): string {
  const { notApplicable = CLICK_MACROS } = options;
  return url.replace(MACRO, (text: string, ...found: (string | undefined)[]) => {
    const name = found.slice(0, 4).find((one) => one !== undefined) ?? '';
    if (name !== name.toUpperCase()) return text;
    if (options.restricted?.has(name) === true) return '-2';
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return encodeValue(String(value));
    if (notApplicable.has(name)) return '0';
    if (IAB_MACROS.has(name)) return '-1';
    return options.keepForeign === true ? text : '';
  });
}
