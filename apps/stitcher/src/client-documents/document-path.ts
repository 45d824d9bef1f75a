/**
 * Addresses that HLS and DASH have alike:
 *
 *   /{hls|dash}/view/{channel}                  /{hls|dash}/{channel}/{sid}/vast.xml
 *   /{hls|dash}/{channel}/{sid}/breaks.json     /{hls|dash}/{channel}/{sid}/tracking.json
 *   /dash/{channel}/{sid}/vast/{adId}.xml       /{hls|dash}/{channel}/{sid}/click/{adId}.gif
 */
import { decoded, pathEnd } from '../http/path.ts';

type Format = 'hls' | 'dash';

export type DocumentPath =
  | { readonly kind: 'view'; readonly format: Format; readonly channelId: string }
  | {
      readonly kind: 'vast' | 'breaks' | 'tracking';
      readonly format: Format;
      readonly channelId: string;
      readonly sessionId: string;
      /** Set for a VAST document of one ad alone. */
      readonly adId?: string;
    }
  | {
      readonly kind: 'click';
      readonly format: Format;
      readonly channelId: string;
      readonly sessionId: string;
      readonly adId: string;
    };

const kinds: ReadonlyMap<string, 'vast' | 'breaks' | 'tracking'> = new Map([
  ['vast.xml', 'vast'],
  ['breaks.json', 'breaks'],
  ['tracking.json', 'tracking'],
]);
const xmlSuffix = '.xml';
const clickSuffix = '.gif';

function isFormat(text: string | undefined): text is Format {
  return text === 'hls' || text === 'dash';
}

/** Where a click on an ad is counted; `adId` as `findShownAd` reads it. */
export function clickPath(format: Format, channelId: string, sessionId: string, adId: string) {
  const ids = [channelId, sessionId].map(encodeURIComponent).join('/');
  return `/${format}/${ids}/click/${encodeURIComponent(adId)}${clickSuffix}`;
}

export function parseDocumentPath(url: string): DocumentPath | undefined {
  const [, format, first = '', second = '', third = '', fourth, ...more] = url
    .slice(0, pathEnd(url))
    .split('/');
  if (!isFormat(format) || first === '' || second === '' || more.length > 0) {
    return undefined;
  }
  if (first === 'view') {
    return third === '' && fourth === undefined
      ? { kind: 'view', format, channelId: decoded(second) }
      : undefined;
  }
  const session = { format, channelId: decoded(first), sessionId: second };
  if (third === 'vast' && fourth?.endsWith(xmlSuffix)) {
    return { kind: 'vast', ...session, adId: decoded(fourth.slice(0, -xmlSuffix.length)) };
  }
  if (third === 'click' && fourth?.endsWith(clickSuffix)) {
    return { kind: 'click', ...session, adId: decoded(fourth.slice(0, -clickSuffix.length)) };
  }
  const kind = fourth === undefined ? kinds.get(third) : undefined;
  return kind && { kind, ...session };
}
