/** The viewer and the break of a test request. Pure. */

import { isHttpUrl } from '@interlude/contract';
import type { AdServerTestInput } from '@interlude/contract/api';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';

export interface TestViewer {
  readonly kind: 'midroll' | 'preroll';
  /** Seconds. */
  readonly breakDuration: number | string;
  /** 0 = as many as fit. */
  readonly maxAds: number | string;
  readonly userAgent: string;
  readonly ip: string;
  /** Parameters as in an address, `ifa=…&gdpr=1`, or one on each line. */
  readonly query: string;
}

const midrollSeconds = 30;

export const firstViewer: TestViewer = {
  kind: 'midroll',
  breakDuration: midrollSeconds,
  maxAds: 0,
  userAgent: '',
  ip: '',
  query: '',
};

/** The break of a kind: of a pre-roll with the channel's longest duration and number of ads. */
export function breakOfKind(kind: TestViewer['kind'], { preRoll }: ChannelFormValues) {
  return kind === 'midroll'
    ? { kind, breakDuration: midrollSeconds, maxAds: 0 }
    : { kind, breakDuration: preRoll?.maxDuration ?? 30, maxAds: preRoll?.maxCount ?? 1 };
}

/** The ad server that a break of this kind requests. */
export function testedAdSource(kind: TestViewer['kind'], values: ChannelFormValues) {
  const ownServer = kind === 'preroll' && values.preRoll?.useDifferentAdServer === true;
  return (ownServer ? values.preRoll?.adSource : values.adSource) ?? {};
}

export function testRequest(
  viewer: TestViewer,
  values: ChannelFormValues,
  channelId: string | undefined,
): AdServerTestInput {
  const { kind, breakDuration, maxAds, userAgent, ip, query } = viewer;
  const { type, sourceManifestUrl, profile } = values;
  return {
    ...(channelId !== undefined && { channelId }),
    ...(type !== undefined && { channelType: type }),
    ...(isHttpUrl(sourceManifestUrl.trim()) && { sourceManifestUrl }),
    ...(profile !== undefined && { profile }),
    adSource: testedAdSource(kind, values),
    httpProxyUrl: values.stitcher?.httpProxyUrl ?? '',
    useMediaFileIdAsAdId: values.useMediaFileIdAsAdId ?? false,
    generateTitleIdsUsingURL: values.generateTitleIdsUsingURL ?? false,
    kind,
    breakDuration: Number(breakDuration),
    maxAds: Number(maxAds),
    viewer: { userAgent: userAgent.trim(), ip: ip.trim(), query: queryOf(query) },
  };
}

/** Of parameters with the same name the last value counts. */
function queryOf(text: string): Record<string, string> {
  const joined = text
    .trim()
    .replace(/^\?/, '')
    .split(/\s*[\r\n]+\s*/)
    .join('&');
  return Object.fromEntries([...new URLSearchParams(joined)].filter(([name]) => name !== ''));
}
