/**
 * An ad segment: its request makes events happen, once each; the player is sent on to the media. The
 * events are on the disk before the answer goes out.
 */
import { domainError } from '@interlude/contract';
import type { EventType } from '@interlude/reporting';
import type { SecretKey } from '@interlude/runtime';
import type { BeaconEvent } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { BeaconDispatcher } from '../beacons/beacon-dispatcher.ts';
import type { EventDetails, EventRecorder } from '../events/event-recorder.ts';
import { type DecidedPod, takeDueEvents } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { parsePlacementId, signedMedia } from './ad-address.ts';

export interface AdSegmentRequest {
  readonly placementId: string;
  readonly renditionId: string;
  readonly index: number;
  /** HEAD, or a rendition without picture: shows nothing, so nothing happens. */
  readonly counts: boolean;
  readonly query: URLSearchParams;
}

export interface AdSegmentServerOptions {
  readonly secretKey: SecretKey;
  readonly recorder: EventRecorder;
  readonly beacons: BeaconDispatcher;
}

const countedAs: Partial<Record<BeaconEvent, EventType>> = {
  impression: 'impression',
  start: 'start',
  firstQuartile: 'firstQuartile',
  midpoint: 'midpoint',
  thirdQuartile: 'thirdQuartile',
  complete: 'complete',
};

function creativeName(ad: InlineAd): string {
  const creative = ad.creatives[0];
  return creative?.universalAdIds[0]?.value ?? creative?.adId ?? creative?.id ?? ad.id;
}

export type AdSegmentServer = (
  session: PlaybackSession | undefined,
  request: AdSegmentRequest,
) => Promise<string>;

/** @throws {DomainError} SESSION_UNKNOWN when there is no such segment */
export function createAdSegmentServer(options: AdSegmentServerOptions): AdSegmentServer {
  const { secretKey, recorder, beacons } = options;

  async function happen(
    session: PlaybackSession,
    decided: DecidedPod,
    placementIndex: number,
    request: AdSegmentRequest,
  ): Promise<void> {
    const { renditionId, index } = request;
    const due = takeDueEvents(decided, placementIndex, renditionId, index);
    if (due.length === 0) {
      return;
    }
    const placement = decided.pod.placements[placementIndex];
    const ad = decided.ads.get(placementIndex);
    const { breakId } = decided.avail;
    const about: EventDetails = {
      breakId,
      slot: placementIndex,
      durationMs: placement?.durationMs,
      creative: ad && creativeName(ad),
    };
    if (!ad) {
      const isFirst = due.includes('impression');
      await recorder.record(isFirst ? [recorder.event('slate', session.subject, about)] : []);
      return;
    }
    if (decided.avail.serverSideBeacons) {
      for (const event of due) {
        beacons.sendEvent(session, decided.avail, { ad, sequence: placementIndex + 1 }, event);
      }
    }
    await recorder.record(
      due.flatMap((event) => {
        const type = countedAs[event];
        return type ? [recorder.event(type, session.subject, about)] : [];
      }),
    );
  }

  return async (session, request) => {
    const place = parsePlacementId(request.placementId);
    const decided = place && session?.pod(place.breakId);
    const placement = decided?.pod.placements[place?.placementIndex ?? -1];
    const rendition = placement?.creative.renditions[request.renditionId];
    const uri = rendition?.segments[request.index]?.uri ?? signedMedia(secretKey, request.query);
    if (uri === undefined) {
      throw domainError('SESSION_UNKNOWN');
    }
    if (session && decided && place && request.counts) {
      await happen(session, decided, place.placementIndex, request);
    }
    return uri;
  };
}
