/** The clips that a session plays, as a list: the answer to a session request of an SDK. */
import { type VodPlan, vodSequence } from '@interlude/stitching';
import type { TrackingEvent } from '@interlude/vast';
import type { PlaybackSession } from '../../sessions/playback-session.ts';
import type { VodPlayback } from '../vod-sessions.ts';

export interface Clip {
  /** Null is the programme itself. */
  readonly category: 'intro' | 'ad' | 'outro' | null;
  readonly titleId: string;
  readonly title: string;
  /** ms. */
  readonly duration: number;
  readonly impressionUrlTemplates?: readonly string[];
  readonly trackingEvents?: readonly Pick<TrackingEvent, 'event' | 'url'>[];
}

type Break = VodPlan['breaks'][number];

function adClips(one: Break, session: PlaybackSession, withTracking: boolean): Clip[] {
  const ads = one.placements.filter(({ kind }) => kind === 'ad');
  return ads.flatMap(({ index, adId, durationMs }): Clip[] => {
    const ad = session.pod(one.breakId)?.ads.get(index);
    const base = {
      titleId: ad?.id || adId,
      title: ad?.title ?? '',
      duration: Math.round(durationMs),
    };
    const events = ad?.creatives[0]?.trackingEvents ?? [];
    const tracking = withTracking && {
      impressionUrlTemplates: ad?.impressions ?? [],
      trackingEvents: events.map(({ event, url }) => ({ event, url })),
    };
    return [{ category: 'ad', ...base, ...tracking }];
  });
}

/** @param withTracking false: leaves out the trackers, which the VAST document has (`removeTrackingTemplate`) */
export function clipsOf(
  { plan, feed, clips }: VodPlayback,
  session: PlaybackSession,
  withTracking: boolean,
): Clip[] {
  return vodSequence(plan).flatMap((one): Clip[] => {
    if (!('placements' in one)) {
      const { id: titleId = '', title = '' } = feed?.programme ?? {};
      return [{ category: null, titleId, title, duration: Math.round(one.toMs - one.fromMs) }];
    }
    const item = clips.get(one.breakId);
    return item
      ? [
          {
            category: item.category,
            titleId: item.id,
            title: item.title,
            duration: Math.round(one.adMs),
          },
        ]
      : adClips(one, session, withTracking);
  });
}
