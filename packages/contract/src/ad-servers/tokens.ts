/**
 * Runtime values that ad parameters and ad server addresses may have as `{{token}}`. Values of the server override
 * those of a viewer's query; a token without a value is ''.
 */

/** Tokens whose values are the server's alone: a viewer's query cannot set them. */
export const serverTokens = {
  sessionId: 'the playback session, by a name that opens nothing',
  channelId: 'the channel',
  channelName: 'name of the channel',
  presetId: 'the preset that the channel was made with; empty for none',
  ip: "the viewer's address",
  userAgent: "the viewer's User-Agent",
  referer: 'the page that the player stands in',
  cachebuster: 'eight digits, new for every request',
  timestamp: 'now, ISO 8601 in UTC',
  timestampMs: 'now, milliseconds since 1970',
  breakId: 'the ad break, the same for all viewers',
  breakIndex: 'count of breaks of this session, from 1',
  breakPosition: '`pre`, `mid` or `post`',
  breakStart: 'seconds after the start of the content; live 0',
  breakDuration: 'whole seconds; empty when nobody announced it',
  breakDurationMs: 'milliseconds',
  maxAds: 'how many ads are taken',
  minAdDuration: 'seconds',
  maxAdDuration: 'seconds',
  maxAdDurationMs: 'milliseconds',
  streamMode: '`live` or `on-demand`',
  viewerQuery: "the viewer's whole query, without keys and session",
  'scte.base64':
    'the SCTE-35 message of the marker; the fields of it as `scte.event_id` and the like',
} as const;

/** Tokens that a viewer gives in the query of the session request. */
export const viewerTokens = {
  ifa: 'advertising id of the device',
  ifaType: 'its kind: `aaid`, `idfa`, `rida`, …',
  lat: '1 = ad tracking is limited',
  deviceId: 'any other id of the device',
  deviceType: 'else what the User-Agent says: `tv`, `mobile`, `tablet`, `desktop`, `bot`, `other`',
  appBundle: 'bundle id of the app',
  appName: 'name of the app',
  appStoreUrl: 'page of the app in a store',
  language: 'else the first of Accept-Language',
  country: 'ISO 3166',
  gdpr: '1 = GDPR applies',
  gdprConsent: 'TCF consent string',
  usPrivacy: 'US privacy string',
  gpp: 'GPP string',
  gppSid: 'GPP sections',
  contentId: 'id of the content; the CAID of the marker when the channel passes it through',
  caid: 'the same',
  contentDuration: 'seconds',
  contentTitle: 'title of the content',
  genre: 'genre of the content',
  width: 'of the player, pixels',
  height: 'of the player, pixels',
  upid: 'UPID of the marker, else what the viewer says',
} as const;

export type ServerToken = keyof typeof serverTokens;
export type ViewerToken = keyof typeof viewerTokens;
