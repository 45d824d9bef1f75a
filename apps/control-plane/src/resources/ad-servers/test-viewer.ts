/** The synthetic session and break of an ad server test. */
import { randomInt, randomUUID } from 'node:crypto';
import {
  type AvailContext,
  deviceOf,
  type ViewerContext,
  viewerQuery,
} from '@interlude/ad-requests';
import type { AdServerTestRequest } from '@interlude/contract/api';
import type { TestedChannel } from './tested-channel.ts';

export function testViewer({ viewer }: AdServerTestRequest): ViewerContext {
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
export function maxAdsOf({ maxAds }: AdServerTestRequest): number | undefined {
  return maxAds === 0 ? undefined : maxAds;
}

export function testContext(
  channel: TestedChannel,
  request: AdServerTestRequest,
  nowMs: number,
): AvailContext {
  return {
    channelId: channel.id,
    channelName: channel.settings.name,
    presetId: channel.settings.presetId,
    sessionId: `test-${randomUUID()}`,
    breakId: 'test',
    breakIndex: 1,
    breakPosition: request.kind === 'preroll' ? 'pre' : 'mid',
    durationSeconds: request.breakDuration,
    nowMs,
    cachebuster: String(randomInt(10_000_000, 100_000_000)),
    transactionId: randomUUID(),
    serverSideBeacons: channel.settings.enableServerSideBeacons,
    maxAds: maxAdsOf(request),
    isOnDemand: request.channelType.endsWith('vod'),
  };
}
