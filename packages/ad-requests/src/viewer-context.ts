/** Viewer data that an ad request may contain, and the kind of device by its User-Agent. */

/** Kept in memory for ad requests and trackers only: the address is never stored, logged or put into an event. */
export interface ViewerContext {
  /** The viewer's own address, as the first trusted proxy saw it. */
  readonly ip: string;
  /** Value for X-Forwarded-For towards ad servers. */
  readonly forwardedFor: string;
  readonly userAgent: string;
  readonly referer: string;
  readonly acceptLanguage: string;
  readonly device: Device;
  /** Query of the session request without `sid` and access tokens. */
  readonly query: URLSearchParams;
  /** True for the monitor, which is no viewer; its ad requests name it. */
  readonly isMonitor?: boolean | undefined;
}

export type Device = 'tv' | 'mobile' | 'tablet' | 'desktop' | 'bot' | 'other';

const rules: readonly [Device, RegExp][] = [
  ['bot', /bot\b|crawl|spider|curl\/|wget\/|python-requests|headlesschrome/i],
  [
    'tv',
    /smart-?tv|hbbtv|appletv|apple ?tv|googletv|android tv|aft[a-z]{1,4}\b|roku|tizen|web0s|webos|viera|bravia|netcast|playstation|xbox|crkey|nettv/i,
  ],
  ['tablet', /ipad|tablet|kindle|silk\/(?!.*mobile)/i],
  ['mobile', /iphone|ipod|mobile|android/i],
  ['desktop', /windows nt|macintosh|x11|linux|cros/i],
];

/**
 * The kind of device that a User-Agent names, as ad servers target it.
 * @returns `other` for a text that no rule matches
 * @see RFC 9110 §10.1.5
 */
export function deviceOf(userAgent: string): Device {
  return rules.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}

/** Device families of reports: a closed list, so that a User-Agent cannot add others. */
const families: readonly [string, RegExp][] = [
  ['Bot', /bot\b|crawl|spider|curl\/|wget\/|python-requests|headlesschrome/i],
  ['Roku', /roku/i],
  ['Fire TV', /\baft[a-z0-9]{1,8}\b|fire ?tv/i],
  ['Apple TV', /apple ?tv|tvos/i],
  ['Chromecast', /crkey/i],
  ['Samsung TV', /tizen|smart-?tv.*samsung|samsung.*smart-?tv/i],
  ['LG TV', /web0s|webos|netcast/i],
  ['PlayStation', /playstation/i],
  ['Xbox', /xbox/i],
  ['Android TV', /android ?tv|google ?tv|bravia|android.*\btv\b/i],
  ['HbbTV', /hbbtv/i],
  ['Other TV', /smart-?tv|viera|nettv/i],
  ['iPad', /ipad/i],
  ['iPhone', /iphone|ipod/i],
  ['Android tablet', /kindle|silk\/(?!.*mobile)|android(?!.*mobile)|tablet/i],
  ['Android phone', /android/i],
  ['Windows', /windows nt/i],
  ['ChromeOS', /\bcros\b/i],
  ['macOS', /macintosh/i],
  ['Linux', /linux|x11/i],
];

/** Characters of a User-Agent that are matched. */
const familyChars = 512;

/**
 * The family of device of a User-Agent.
 * @returns `Other` for a text that no rule matches
 * @see RFC 9110 §10.1.5
 */
export function deviceFamilyOf(userAgent: string): string {
  const text = userAgent.slice(0, familyChars);
  return families.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Other';
}

const deviceFields = [
  ['user-agent', 'userAgent'],
  ['x-device-user-agent', 'userAgent'],
  ['x-forwarded-for', 'forwardedFor'],
  ['x-device-ip', 'ip'],
  ['x-device-referer', 'referer'],
  ['x-device-accept-language', 'acceptLanguage'],
] as const;

/** Headers that carry the viewer's device to ad servers and trackers (VAST 4 §1.2). */
export function deviceHeaders(viewer: ViewerContext): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, field] of deviceFields) {
    if (viewer[field] !== '') headers[name] = viewer[field];
  }
  return headers;
}
