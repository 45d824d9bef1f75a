/**
 * Parameter sets that an ad server is asked with before the channel and the viewer add theirs.
 * `{{token}}` is a runtime value; an empty result drops the key. Objects inside are FreeWheel's
 * sections, in their order.
 */
import type { adServerSystems } from '@interlude/contract';

export type AdServerSystem = (typeof adServerSystems)[number];
export type Parameters = Readonly<Record<string, unknown>>;

const gam: Parameters = {
  env: 'vp',
  gdfp_req: '1',
  output: 'xml_vast4',
  unviewed_position_start: '1',
  impl: 's',
  sz: '1920x1080',
  plcmt: '1',
  vpmute: '0',
  vpa: 'auto',
  wta: '0',
  url: '{{referer}}',
  correlator: '{{cachebuster}}',
  vpos: '{{breakPosition}}roll',
  mridx: '{{breakIndex}}',
  pmnd: '0',
  pmxd: '{{breakDurationMs}}',
  pmad: '{{maxAds}}',
  max_ad_duration: '{{maxAdDurationMs}}',
  pod: '{{breakIndex}}',
  rdid: '{{ifa}}',
  idtype: '{{ifaType}}',
  is_lat: '{{lat}}',
  an: '{{appName}}',
  msid: '{{appBundle}}',
  ip: '{{ip}}',
  gdpr: '{{gdpr}}',
  gdpr_consent: '{{gdprConsent}}',
  us_privacy: '{{usPrivacy}}',
  gpp: '{{gpp}}',
  gpp_sid: '{{gppSid}}',
  vid: '{{contentId}}',
  vad_type: 'linear',
};

const freewheel: Parameters = {
  globals: {
    resp: 'vast4',
    caid: '{{contentId}}',
    vdur: '{{contentDuration}}',
    mode: 'live',
    flag: '+fwssp+amcb+nucr+sltp+emcr+slcb',
    pvrn: '{{cachebuster}}',
    vprn: '{{cachebuster}}',
    vip: '{{ip}}',
  },
  keyValues: {
    _fw_vcid2: '{{deviceId}}',
    _fw_did: '{{ifaType}}:{{ifa}}',
    _fw_h_user_agent: '{{userAgent}}',
    _fw_h_x_forwarded_for: '{{ip}}',
    _fw_h_referer: '{{referer}}',
    _fw_gdpr: '{{gdpr}}',
    _fw_gdpr_consent: '{{gdprConsent}}',
    _fw_us_privacy: '{{usPrivacy}}',
    _fw_is_lat: '{{lat}}',
    _fw_app_bundle: '{{appBundle}}',
  },
  slots: {
    slid: '{{breakId}}',
    tpos: '{{breakStart}}',
    ptgt: 'a',
    slau: '{{breakPosition}}roll',
    cpsq: '{{breakIndex}}',
    mind: '{{breakDuration}}',
    maxd: '{{breakDuration}}',
    maxa: '{{maxAds}}',
  },
};

const spotx: Parameters = {
  VPI: 'MP4',
  cb: '{{cachebuster}}',
  content_page_url: '{{referer}}',
  player_width: '1920',
  player_height: '1080',
  ip_addr: '{{ip}}',
  'device[ua]': '{{userAgent}}',
  'device[ifa]': '{{ifa}}',
  'device[dnt]': '{{lat}}',
  'device[devicetype]': '{{deviceType}}',
  'app[bundle]': '{{appBundle}}',
  'app[name]': '{{appName}}',
  'app[storeurl]': '{{appStoreUrl}}',
  'content[id]': '{{contentId}}',
  'content[genre]': '{{genre}}',
  'regs[gdpr]': '{{gdpr}}',
  'user[consent]': '{{gdprConsent}}',
  ad_max_duration: '{{maxAdDuration}}',
  'pod[size]': '{{maxAds}}',
  'pod[max_pod_dur]': '{{breakDuration}}',
  'pod[max_ad_dur]': '{{maxAdDuration}}',
  secure: '1',
};

const gva: Parameters = {
  channelId: '{{channelId}}',
  sessionId: '{{sessionId}}',
  cb: '{{cachebuster}}',
  ts: '{{timestampMs}}',
  duration: '{{breakDuration}}',
  minDuration: '{{minAdDuration}}',
  maxCount: '{{maxAds}}',
  minCount: '1',
  position: '{{breakPosition}}',
  ip: '{{ip}}',
  ua: '{{userAgent}}',
  ifa: '{{ifa}}',
  ifaType: '{{ifaType}}',
  lat: '{{lat}}',
  deviceType: '{{deviceType}}',
  gdpr: '{{gdpr}}',
  consent: '{{gdprConsent}}',
  gpp: '{{gpp}}',
  contentId: '{{contentId}}',
  genre: '{{genre}}',
  version: '4',
};

const proxy: Parameters = {
  context: '{{channelId}}',
  sid: '{{sessionId}}',
  breakId: '{{breakId}}',
  duration: '{{breakDuration}}',
  maxCount: '{{maxAds}}',
  position: '{{breakPosition}}',
  upid: '{{upid}}',
  query: '{{viewerQuery}}',
};

export const adServerTemplates: Readonly<Record<AdServerSystem, Parameters>> = {
  gva,
  gam,
  freewheel,
  spotx,
  proxy,
};
