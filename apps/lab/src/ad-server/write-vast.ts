/** VAST text, versions 2.0, 3.0 and 4.2. Every address is absolute and in CDATA. */
import type { EncodedMedia } from '@interlude/media-engine';
import { escapeText } from '../http/escape.ts';
import type { LabCreative } from '../media/catalogue.ts';

const CATEGORIES = 'https://www.iabtechlab.com/categoryauthority';

export const vastVersions = ['2.0', '3.0', '4.2'] as const;
export type VastVersion = (typeof vastVersions)[number];

/** Makes the address of one beacon. */
export type BeaconUrl = (event: string, parameters: Readonly<Record<string, string>>) => string;

export interface PodAd {
  readonly creative: LabCreative;
  /** Its id in the VAST: the creative's own, or a new one. */
  readonly clipId: string;
  readonly encoded: EncodedMedia;
  /** From 1. */
  readonly position: number;
  readonly mediaFiles: readonly MediaFile[];
  readonly clickUrl: string;
  /** `sequence` in the VAST; undefined = a stand-alone ad. */
  readonly sequence: number | undefined;
  /** Duration that the VAST declares, seconds; undefined = none. */
  readonly durationSeconds: number | undefined;
  readonly advertiser: string;
  /** IAB content category (VAST 4). */
  readonly category: string | undefined;
}

export interface MediaFile {
  readonly url: string;
  readonly delivery: 'progressive' | 'streaming';
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly bitrateKbps: number;
  readonly apiFramework?: string;
}

const trackingEvents = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export function writeInline(
  version: VastVersion,
  ads: readonly PodAd[],
  beacon: BeaconUrl,
  requestId: string,
): string {
  return document(
    version,
    ads.flatMap((ad) => inlineAd(version, ad, beacon, requestId)),
  );
}

function document(version: VastVersion, body: readonly string[]): string {
  const lines = [`<VAST version="${version}">`, ...indent(body), '</VAST>', ''];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}`;
}

function inlineAd(version: VastVersion, ad: PodAd, beacon: BeaconUrl, requestId: string): string[] {
  const { creative, clipId, position } = ad;
  const parameters = { ad: clipId, pos: String(position) };
  const hasSequence = version !== '2.0' && ad.sequence !== undefined;
  const sequence = hasSequence ? ` sequence="${ad.sequence}"` : '';
  const is4 = version === '4.2';
  return [
    `<Ad id="${clipId}"${sequence}>`,
    ...indent([
      '<InLine>',
      ...indent([
        '<AdSystem version="1.0">Interlude Lab</AdSystem>',
        `<AdTitle>${escapeText(creative.title)}</AdTitle>`,
        ...(is4 ? [`<AdServingId>${requestId}-${position}</AdServingId>`] : []),
        ...(version === '2.0' ? [] : [`<Advertiser>${escapeText(ad.advertiser)}</Advertiser>`]),
        ...(is4 && ad.category !== undefined
          ? [`<Category authority="${CATEGORIES}">${ad.category}</Category>`]
          : []),
        `<Impression id="lab">${cdata(beacon('impression', parameters))}</Impression>`,
        `<Error>${cdata(`${beacon('error', parameters)}&code=[ERRORCODE]`)}</Error>`,
        '<Creatives>',
        ...indent(creativeLines(version, ad, beacon, parameters)),
        '</Creatives>',
      ]),
      '</InLine>',
    ]),
    '</Ad>',
  ];
}

function creativeLines(
  version: VastVersion,
  ad: PodAd,
  beacon: BeaconUrl,
  parameters: Readonly<Record<string, string>>,
): string[] {
  const { clipId } = ad;
  const adId = version === '2.0' ? 'AdID' : 'adId';
  return [
    `<Creative id="creative-${clipId}" ${adId}="${clipId}" sequence="1">`,
    ...indent([
      ...(version === '4.2'
        ? [`<UniversalAdId idRegistry="interlude-lab">LAB-${clipId.toUpperCase()}</UniversalAdId>`]
        : []),
      '<Linear>',
      ...indent([
        ...(ad.durationSeconds === undefined
          ? []
          : [`<Duration>${clockTime(ad.durationSeconds)}</Duration>`]),
        '<TrackingEvents>',
        ...indent(
          trackingEvents.map(
            (event) => `<Tracking event="${event}">${cdata(beacon(event, parameters))}</Tracking>`,
          ),
        ),
        '</TrackingEvents>',
        '<VideoClicks>',
        ...indent([
          `<ClickThrough id="lab">${cdata(ad.clickUrl)}</ClickThrough>`,
          `<ClickTracking id="lab">${cdata(beacon('click', parameters))}</ClickTracking>`,
        ]),
        '</VideoClicks>',
        '<MediaFiles>',
        ...indent(ad.mediaFiles.map(mediaFileLine)),
        '</MediaFiles>',
      ]),
      '</Linear>',
    ]),
    '</Creative>',
  ];
}

function mediaFileLine(file: MediaFile): string {
  const size = `width="${file.width}" height="${file.height}"`;
  const rest = `${size} bitrate="${file.bitrateKbps}" scalable="true" maintainAspectRatio="true"`;
  const api = file.apiFramework === undefined ? '' : ` apiFramework="${file.apiFramework}"`;
  return `<MediaFile delivery="${file.delivery}" type="${file.type}" ${rest}${api}>${cdata(file.url)}</MediaFile>`;
}

export interface WrapperLook {
  readonly depth: number;
  readonly tagUrl: string;
  readonly allowMultipleAds: boolean;
  readonly fallbackOnNoAd: boolean;
  /** Ads beside the wrapper, to fall back on. */
  readonly beside?: readonly PodAd[];
}

/**
 * A wrapper's beacons are fired once per ad below it; the macros identify the ad, so that the recorder
 * does not take them for duplicates.
 */
export function writeWrapper(
  version: VastVersion,
  look: WrapperLook,
  beacon: BeaconUrl,
  requestId: string,
): string {
  const parameters = { ad: `wrapper-${look.depth}` };
  const url = (event: string) =>
    `${beacon(event, parameters)}&pos=[PODSEQUENCE]&for=[UNIVERSALADID]`;
  const flags =
    version === '2.0'
      ? ''
      : ` followAdditionalWrappers="true" allowMultipleAds="${look.allowMultipleAds}" fallbackOnNoAd="${look.fallbackOnNoAd}"`;
  const tracking = trackingEvents.map(
    (event) => `<Tracking event="${event}">${cdata(url(event))}</Tracking>`,
  );
  return document(version, [
    `<Ad id="wrapper-${look.depth}">`,
    ...indent([
      `<Wrapper${flags}>`,
      ...indent([
        '<AdSystem version="1.0">Interlude Lab</AdSystem>',
        `<VASTAdTagURI>${cdata(look.tagUrl)}</VASTAdTagURI>`,
        `<Impression id="lab">${cdata(url('impression'))}</Impression>`,
        `<Error>${cdata(`${beacon('error', parameters)}&code=[ERRORCODE]`)}</Error>`,
        '<Creatives>',
        ...indent([
          '<Creative>',
          ...indent([
            '<Linear>',
            ...indent(['<TrackingEvents>', ...indent(tracking), '</TrackingEvents>']),
            '</Linear>',
          ]),
          '</Creative>',
        ]),
        '</Creatives>',
      ]),
      '</Wrapper>',
    ]),
    '</Ad>',
    ...(look.beside ?? []).flatMap((ad) => inlineAd(version, ad, beacon, requestId)),
  ]);
}

/** `HH:MM:SS.mmm` (VAST 4.2 §3.7.1). */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = String(Math.round((seconds - whole) * 1000)).padStart(3, '0');
  return `${two(whole / 3600)}:${two((whole / 60) % 60)}:${two(whole % 60)}.${milliseconds}`;
}
