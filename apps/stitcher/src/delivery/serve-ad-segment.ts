/**
 * Serves ad segments: a request makes events happen, once each, and the player is redirected to the media. The events
 * are on the disk before the answer goes out.
 */
import { domainError } from '@interlude/contract/errors';
import type { CmcdReport } from '@interlude/reporting';
import type { SecretKey } from '@interlude/runtime';
import type { AdEvents } from '../beacons/ad-events.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { parsePlacementId, signedMedia } from './ad-address.ts';

export interface AdSegmentRequest {
  readonly placementId: string;
  readonly renditionId: string;
  readonly index: number;
  /** False for HEAD, which plays nothing. */
  readonly counts: boolean;
  /** Default: by the rendition id, as HLS forms it. */
  readonly isVideo?: boolean;
  readonly query: URLSearchParams;
  /** The player report (CTA-5004) that came with the request. */
  readonly cmcd?: CmcdReport | undefined;
}

export interface AdSegmentServerOptions {
  readonly secretKey: SecretKey;
  readonly adEvents: AdEvents;
}

/** Renditions with video; the others are `a…` and `s…`. */
const isVideo = (renditionId: string) => renditionId.startsWith('v');

export type AdSegmentServer = (
  session: PlaybackSession | undefined,
  request: AdSegmentRequest,
) => Promise<string>;

/** @throws {DomainError} SESSION_UNKNOWN when there is no such segment */
export function createAdSegmentServer(options: AdSegmentServerOptions): AdSegmentServer {
  const { secretKey, adEvents } = options;
  return async (session, request) => {
    const { renditionId, index } = request;
    const place = parsePlacementId(request.placementId);
    const decided = place && session && adEvents.podOf(session, place.breakId);
    const placement = decided?.pod.placements[place?.placementIndex ?? -1];
    const rendition = placement?.creative.renditions[renditionId];
    const uri = rendition?.segments[index]?.uri || signedMedia(secretKey, request.query);
    if (uri === undefined) {
      throw domainError('SESSION_UNKNOWN');
    }
    if (session && decided && place && request.counts) {
      await adEvents.reached(session, decided, {
        placementIndex: place.placementIndex,
        renditionId,
        segmentIndex: index,
        isVideo: request.isVideo ?? isVideo(renditionId),
        cmcd: request.cmcd,
      });
    }
    return uri;
  };
}
