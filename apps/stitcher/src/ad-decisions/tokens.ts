/** Runtime values of ad requests and trackers: `{{token}}` in parameters, `[MACRO]` of the IAB in URLs. */
import { createHash } from 'node:crypto';
import type { ViewerContext } from '../sessions/viewer-context.ts';

export interface AvailContext {
  readonly channelId: string;
  readonly sessionId: string;
  readonly breakId: string;
  /** Count of avails of this session, from 1. */
  readonly breakIndex: number;
  readonly breakPosition: 'pre' | 'mid';
  /** Seconds; 0 = not known. */
  readonly durationSeconds: number;
  readonly nowMs: number;
  /** Eight digits, new for every request. */
  readonly cachebuster: string;
  /** One UUID for the request and all wrappers and trackers that follow from it. */
  readonly transactionId: string;
  readonly serverSideBeacons: boolean;
}

/** What a viewer may say about itself in the query of the session request. */
export const viewerTokens = [
  'ifa',
  'ifaType',
  'lat',
  'deviceId',
  'deviceType',
  'appBundle',
  'appName',
  'appStoreUrl',
  'language',
  'country',
  'gdpr',
  'gdprConsent',
  'usPrivacy',
  'gpp',
  'gppSid',
  'contentId',
  'contentDuration',
  'contentTitle',
  'genre',
  'width',
  'height',
  'upid',
] as const;

const maxAdsPerBreak = 10;
const minAdSeconds = 5;

export type Tokens = Readonly<Record<string, string>>;

/** Tokens that say what is so, whatever a viewer's query claims. */
export function runtimeTokens(avail: AvailContext, viewer: ViewerContext): Tokens {
  const seconds = avail.durationSeconds;
  const known = seconds > 0;
  return {
    sessionId: avail.sessionId,
    channelId: avail.channelId,
    ip: viewer.ip,
    userAgent: viewer.userAgent,
    referer: viewer.referer,
    cachebuster: avail.cachebuster,
    timestamp: new Date(avail.nowMs).toISOString(),
    timestampMs: String(avail.nowMs),
    breakId: avail.breakId,
    breakIndex: String(avail.breakIndex),
    breakPosition: avail.breakPosition,
    breakStart: '0',
    breakDuration: known ? String(Math.round(seconds)) : '',
    breakDurationMs: known ? String(Math.round(seconds * 1000)) : '',
    maxAdDuration: known ? String(Math.round(seconds)) : '',
    maxAdDurationMs: known ? String(Math.round(seconds * 1000)) : '',
    minAdDuration: String(minAdSeconds),
    maxAds: String(maxAdsPerBreak),
    viewerQuery: viewer.query.toString(),
  };
}

/** All tokens: what the viewer says about itself, under what is so. */
export function allTokens(avail: AvailContext, viewer: ViewerContext): Tokens {
  const said: Record<string, string> = {
    deviceType: viewer.device,
    language: viewer.acceptLanguage.split(/[,;]/, 1)[0] ?? '',
  };
  for (const name of viewerTokens) {
    const value = viewer.query.get(name);
    if (value !== null) {
      said[name] = value;
    }
  }
  return { ...said, ...runtimeTokens(avail, viewer) };
}

const minSaltBytes = 15;
const hashCall = /^hashValueWithSalt\(\s*([\w.]+)\s*,\s*['"]?([^'")]+)['"]?\s*\)$/;

function tokenValue(expression: string, tokens: Tokens): string {
  const call = hashCall.exec(expression);
  if (!call) {
    return tokens[expression] ?? '';
  }
  const value = tokens[call[1] ?? ''] ?? '';
  const salt = call[2]?.trim() ?? '';
  // A short salt would let the receiver guess the value: send nothing instead.
  if (value === '' || Buffer.byteLength(salt) < minSaltBytes) {
    return '';
  }
  return createHash('sha256')
    .update(value + salt)
    .digest('hex');
}

/** Replaces every `{{token}}` and `{{hashValueWithSalt(token, salt)}}`; an unknown token becomes ''. */
export function expandTokens(
  text: string,
  tokens: Tokens,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(/\{\{\s*([^{}]{1,200}?)\s*\}\}/g, (_, expression: string) =>
    encode(tokenValue(expression, tokens)),
  );
}

const unknownValue = '-1';

/** Values for the IAB macros (VAST 4 macros-data) in ad requests and trackers; not URL-encoded. */
export function macroValues(
  avail: AvailContext,
  viewer: ViewerContext,
  at: { readonly nowMs: number; readonly cachebuster: string },
): Readonly<Record<string, string>> {
  const seconds = String(Math.round(avail.durationSeconds));
  const tokens = allTokens(avail, viewer);
  const said = (name: string) => tokens[name] || unknownValue;
  return {
    TIMESTAMP: new Date(at.nowMs).toISOString(),
    CACHEBUSTING: at.cachebuster,
    TRANSACTIONID: avail.transactionId,
    BREAKPOSITION: avail.breakPosition === 'pre' ? '1' : '2',
    BREAKMAXDURATION: seconds,
    BREAKMINADLENGTH: String(minAdSeconds),
    BREAKMAXADLENGTH: seconds,
    BREAKMAXADS: String(maxAdsPerBreak),
    SERVERSIDE: avail.serverSideBeacons ? '1' : '0',
    SERVERUA: 'Interlude',
    DEVICEUA: viewer.userAgent || unknownValue,
    CLIENTUA: unknownValue,
    DEVICEIP: viewer.ip || unknownValue,
    IFA: said('ifa'),
    IFATYPE: said('ifaType'),
    LIMITADTRACKING: said('lat'),
    GDPRCONSENT: said('gdprConsent'),
    GPPSTRING: said('gpp'),
    GPPSECTIONID: said('gppSid'),
    CONTENTID: said('contentId'),
    APPBUNDLE: said('appBundle'),
    STOREURL: said('appStoreUrl'),
    PAGEURL: viewer.referer || unknownValue,
    VASTVERSIONS: '2,3,5,6,7,8,11,12,13,14',
    MEDIAMIME: 'application/vnd.apple.mpegurl,video/mp4',
    PLAYERCAPABILITIES: '0',
    PLAYERSTATE: unknownValue,
    INVENTORYSTATE: unknownValue,
    APIFRAMEWORKS: '0',
    MEDIAPLAYHEAD: unknownValue,
    CONTENTPLAYHEAD: unknownValue,
    ADPLAYHEAD: unknownValue,
  };
}
