/** Runtime values of ad requests and trackers: `{{token}}` in parameters, `[MACRO]` of the IAB in URLs. */
import { type ServerToken, viewerTokens } from '@interlude/contract';
import { expandMacros } from '@interlude/vast';
import type { ViewerContext } from '../viewer-context.ts';
import type { AvailContext } from './avail-context.ts';
import type { Values } from './expand-text.ts';
import { scteValues } from './scte-values.ts';

const defaultMaxAds = 10;
const minAdSeconds = 5;
const unknownValue = '-1';
const serverAgent = 'Interlude';

type Tokens = Readonly<Record<string, string>>;

const whole = (value: number) => String(Math.round(value));
const secondsOf = ({ durationSeconds }: AvailContext) =>
  durationSeconds > 0 ? whole(durationSeconds) : '';
const millisecondsOf = ({ durationSeconds }: AvailContext) =>
  durationSeconds > 0 ? whole(durationSeconds * 1000) : '';

/** Tokens with server-side values, which a viewer's query never overrides; each value is made on request. */
const serverValues: {
  readonly [Token in ServerToken]: (avail: AvailContext, viewer: ViewerContext) => string;
} = {
  sessionId: (avail) => avail.sessionId,
  channelId: (avail) => avail.channelId,
  channelName: (avail) => avail.channelName ?? '',
  presetId: (avail) => avail.presetId ?? '',
  ip: (_avail, viewer) => viewer.ip,
  userAgent: (_avail, viewer) => viewer.userAgent,
  referer: (_avail, viewer) => viewer.referer,
  cachebuster: (avail) => avail.cachebuster,
  timestamp: (avail) => new Date(avail.nowMs).toISOString(),
  timestampMs: (avail) => String(avail.nowMs),
  breakId: (avail) => avail.breakId,
  breakIndex: (avail) => String(avail.breakIndex),
  breakPosition: (avail) => avail.breakPosition,
  breakStart: (avail) => whole(avail.startSeconds ?? 0),
  breakDuration: secondsOf,
  breakDurationMs: millisecondsOf,
  maxAdDuration: secondsOf,
  maxAdDurationMs: millisecondsOf,
  minAdDuration: () => String(minAdSeconds),
  maxAds: (avail) => String(avail.maxAds ?? defaultMaxAds),
  streamMode: (avail) => (avail.isOnDemand ? 'on-demand' : 'live'),
  viewerQuery: (_avail, viewer) => viewer.query.toString(),
  'scte.base64': (avail) => avail.scte35 ?? '',
};

const isServerToken = (name: string): name is ServerToken => Object.hasOwn(serverValues, name);

const own = (values: Tokens, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Content metadata of the marker overrides that of the viewer's query. */
function markerToken(name: string, { scte35, contentId }: AvailContext): string | undefined {
  if (name === 'contentId' || name === 'caid') return contentId || undefined;
  if (name === 'upid') return scteValues(scte35)['segmentation_upid'] || undefined;
  return name.startsWith('scte.') ? own(scteValues(scte35), name.slice(5)) : undefined;
}

function declaredTokens(viewer: ViewerContext): Tokens {
  const said: Record<string, string> = {};
  for (const [name, value] of viewer.query) {
    if (Object.hasOwn(viewerTokens, name)) said[name] ??= value;
  }
  said['deviceType'] ??= viewer.device;
  said['language'] ??= viewer.acceptLanguage.split(/[,;]/, 1)[0] ?? '';
  const contentId = said['contentId'] ?? said['caid'];
  if (contentId !== undefined) {
    said['contentId'] = contentId;
    said['caid'] ??= contentId;
  }
  return said;
}

/** Value of a dotted name of MediaTailor; undefined for any other name. */
function dottedValue(name: string, avail: AvailContext, viewer: ViewerContext): string | undefined {
  const [group, ...rest] = name.split('.');
  const key = rest.join('.');
  switch (group) {
    case 'session':
      return sessionValues(avail, viewer)[key] ?? '';
    case 'avail':
      return { index: String(avail.breakIndex), random: avail.cachebuster }[key] ?? '';
    case 'scte':
      return scteValues(avail.scte35)[key] ?? '';
    case 'player_params':
      return viewer.query.get(`ads.${key}`) ?? viewer.query.get(key) ?? '';
    default:
      return undefined;
  }
}

function sessionValues(avail: AvailContext, viewer: ViewerContext): Tokens {
  const { sessionId, durationSeconds } = avail;
  return {
    id: sessionId,
    uuid: sessionId,
    client_ip: viewer.ip,
    user_agent: viewer.userAgent,
    referer: viewer.referer,
    avail_duration_ms: String(Math.round(durationSeconds * 1000)),
    avail_duration_secs: String(Math.round(durationSeconds)),
  };
}

/** Sender of an ad request or a tracker: the client itself, or the stitcher on behalf of the client (rule V6). */
type Sender = 'client' | 'server';

/** One ad request or tracker. */
interface MacroCall {
  readonly sender: Sender;
  readonly nowMs: number;
  /** Eight digits. */
  readonly cachebuster: string;
}

/**
 * Values for the IAB macros (VAST 4 macros-data) in ad requests and trackers; not URL-encoded.
 * @see VAST 4.3 §6; rules V5, V6
 */
export function macroValues(
  avail: AvailContext,
  viewer: ViewerContext,
  at: MacroCall,
): Readonly<Record<string, string>> {
  const seconds = String(Math.round(avail.durationSeconds));
  const declared = declaredTokens(viewer);
  const said = (name: string) => markerToken(name, avail) || declared[name] || unknownValue;
  const known = (value: string) => value || unknownValue;
  const { width, height } = declared;
  return {
    TIMESTAMP: new Date(at.nowMs).toISOString(),
    CACHEBUSTING: at.cachebuster,
    TRANSACTIONID: avail.transactionId,
    BREAKPOSITION: { pre: '1', mid: '2', post: '3' }[avail.breakPosition],
    BREAKMAXDURATION: seconds,
    BREAKMINADLENGTH: String(minAdSeconds),
    BREAKMAXADLENGTH: seconds,
    BREAKMAXADS: String(avail.maxAds ?? defaultMaxAds),
    SERVERSIDE: at.sender === 'server' ? '1' : '0',
    SERVERUA: serverAgent,
    DEVICEUA: known(viewer.userAgent),
    CLIENTUA: unknownValue,
    DEVICEIP: known(viewer.ip),
    IFA: said('ifa'),
    IFATYPE: said('ifaType'),
    LIMITADTRACKING: said('lat'),
    REGULATIONS: declared['gdpr'] === '1' ? 'gdpr' : unknownValue,
    GDPRCONSENT: said('gdprConsent'),
    GPPSTRING: said('gpp'),
    GPPSECTIONID: said('gppSid'),
    CONTENTID: said('contentId'),
    APPBUNDLE: said('appBundle'),
    STOREURL: said('appStoreUrl'),
    PAGEURL: known(viewer.referer),
    PLACEMENTTYPE: '1',
    PLAYERSIZE: width && height ? `${width},${height}` : unknownValue,
    VASTVERSIONS: '2,3,5,6,7,8,11,12,13,14',
    MEDIAMIME: 'application/vnd.apple.mpegurl,application/dash+xml,video/mp4',
    PLAYERCAPABILITIES: '0',
    PLAYERSTATE: unknownValue,
    INVENTORYSTATE: unknownValue,
    APIFRAMEWORKS: '0',
    MEDIAPLAYHEAD: unknownValue,
    CONTENTPLAYHEAD: unknownValue,
    ADPLAYHEAD: unknownValue,
  };
}

export interface RequestValues extends Values {
  /** Whether a viewer cannot override the token. */
  readonly isFixed: (name: string) => boolean;
}

/**
 * All token and macro values of the ad request of a break, or of a tracker that a client sends.
 * @see VAST 4.3 §6; rules V5, V6
 */
export function requestValues(
  avail: AvailContext,
  viewer: ViewerContext,
  sender: Sender = 'server',
): RequestValues {
  let declared: Tokens | undefined;
  let macros: Values['macros'] | undefined;
  const fixed = (name: string) =>
    isServerToken(name) ? serverValues[name](avail, viewer) : markerToken(name, avail);
  return {
    isFixed: (name) => isServerToken(name) || markerToken(name, avail) !== undefined,
    token(name) {
      declared ??= declaredTokens(viewer);
      return fixed(name) ?? own(declared, name);
    },
    dotted: (name) => dottedValue(name, avail, viewer),
    get macros() {
      macros ??= macroValues(avail, viewer, { ...avail, sender });
      return macros;
    },
  };
}

/**
 * Fills the macros of VASTAdTagURI addresses for the break and viewer of the first request.
 * @returns a function that takes and returns an address
 * @see VAST 4.3 §6; rule V5
 */
export function tagMacros(avail: AvailContext, viewer: ViewerContext): (url: string) => string {
  let values: ReturnType<typeof macroValues> | undefined;
  return (url) => {
    values ??= macroValues(avail, viewer, { ...avail, sender: 'server' });
    return expandMacros(url, values);
  };
}
