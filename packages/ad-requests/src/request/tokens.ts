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

/** Tokens with server-side values: a viewer's query never overrides them. */
function runtimeTokens(avail: AvailContext, viewer: ViewerContext): Record<ServerToken, string> {
  const seconds = avail.durationSeconds;
  const known = seconds > 0;
  return {
    sessionId: avail.sessionId,
    channelId: avail.channelId,
    channelName: avail.channelName ?? '',
    presetId: avail.presetId ?? '',
    ip: viewer.ip,
    userAgent: viewer.userAgent,
    referer: viewer.referer,
    cachebuster: avail.cachebuster,
    timestamp: new Date(avail.nowMs).toISOString(),
    timestampMs: String(avail.nowMs),
    breakId: avail.breakId,
    breakIndex: String(avail.breakIndex),
    breakPosition: avail.breakPosition,
    breakStart: String(Math.round(avail.startSeconds ?? 0)),
    breakDuration: known ? String(Math.round(seconds)) : '',
    breakDurationMs: known ? String(Math.round(seconds * 1000)) : '',
    maxAdDuration: known ? String(Math.round(seconds)) : '',
    maxAdDurationMs: known ? String(Math.round(seconds * 1000)) : '',
    minAdDuration: String(minAdSeconds),
    maxAds: String(avail.maxAds ?? defaultMaxAds),
    streamMode: avail.isOnDemand ? 'on-demand' : 'live',
    viewerQuery: viewer.query.toString(),
    'scte.base64': avail.scte35 ?? '',
  };
}

/** Content metadata of the marker overrides that of the viewer's query. */
function markerTokens(avail: AvailContext): Tokens {
  const values = scteValues(avail.scte35);
  const upid = values['segmentation_upid'];
  const scte = Object.entries(values).map(([name, value]) => [`scte.${name}`, value] as const);
  const { contentId } = avail;
  return {
    ...Object.fromEntries(scte),
    ...(upid && { upid }),
    ...(contentId && { contentId, caid: contentId }),
  };
}

function declaredTokens(viewer: ViewerContext): Record<string, string> {
  const said: Record<string, string> = {
    deviceType: viewer.device,
    language: viewer.acceptLanguage.split(/[,;]/, 1)[0] ?? '',
  };
  for (const name of Object.keys(viewerTokens)) {
    const value = viewer.query.get(name);
    if (value !== null) {
      said[name] = value;
    }
  }
  const contentId = said['contentId'] ?? said['caid'];
  return contentId === undefined ? said : { caid: contentId, ...said, contentId };
}

/** Names in square brackets as MediaTailor has them; undefined = none of these. */
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

/** Who sends an ad request or a tracker: the client itself, or the stitcher on behalf of the client (rule V6). */
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
  const tokens: Tokens = { ...declaredTokens(viewer), ...markerTokens(avail) };
  const said = (name: string) => tokens[name] || unknownValue;
  const known = (value: string) => value || unknownValue;
  const { width, height } = tokens;
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
    REGULATIONS: tokens['gdpr'] === '1' ? 'gdpr' : unknownValue,
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
  /** Tokens that a viewer cannot override. */
  readonly fixed: Tokens;
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
  const fixed = { ...markerTokens(avail), ...runtimeTokens(avail, viewer) };
  let macros: Values['macros'] | undefined;
  return {
    fixed,
    tokens: { ...declaredTokens(viewer), ...fixed },
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
