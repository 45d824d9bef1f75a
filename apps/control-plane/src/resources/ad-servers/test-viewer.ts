/** The synthetic session and break of an ad server test. */
import { randomInt, randomUUID } from 'node:crypto';
import {
  type AvailContext,
  deviceOf,
  type ViewerContext,
  viewerQuery,
} from '@interlude/ad-requests';
import type { AdServerTestWish } from '@interlude/contract';
import type { TestedChannel } from './tested-channel.ts';

export function testViewer({ viewer }: AdServerTestWish): ViewerContext {
  const { ip, userAgent, query } = viewer;
  return {
    ip,
    forwardedFor: ip,
    userAgent,
    referer: '',
    acceptLanguage: '',
    device: deviceOf(userAgent),
    query: viewerQuery(new URLSearchParams(query)),
  };
}

/** Maximum number of ads; undefined = as many as fit. */
export function maxAdsOf({ maxAds }: AdServerTestWish): number | undefined {
  return maxAds === 0 ? undefined : maxAds;
}

export function testContext(
  channel: TestedChannel,
  wish: AdServerTestWish,
  nowMs: number,
): AvailContext {
  return {
    channelId: channel.id,
    channelName: channel.settings.name,
    presetId: channel.settings.presetId,
    sessionId: `test-${randomUUID()}`,
    breakId: 'test',
    breakIndex: 1,
    breakPosition: wish.kind === 'preroll' ? 'pre' : 'mid',
    durationSeconds: wish.breakDuration,
    nowMs,
    cachebuster: String(randomInt(10_000_000, 100_000_000)),
    transactionId: randomUUID(),
    serverSideBeacons: channel.settings.enableServerSideBeacons,
    maxAds: maxAdsOf(wish),
    isOnDemand: wish.channelType.endsWith('vod'),
  };
}
