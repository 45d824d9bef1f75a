/**
 * The breaks of a session for the bar of a player: where they stand on the programme's clock
 * (epoch ms, the clock of EXT-X-PROGRAM-DATE-TIME) and which ads are in them. Slate is no ad.
 */
import type { PlannedBreak } from '@interlude/stitching';
import { placementId } from '../delivery/ad-address.ts';
import { creativeName } from '../sessions/creative-name.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

interface SessionAd {
  readonly id: string;
  /** `{break}.{index}`: part of the addresses of its segments. */
  readonly placement: string;
  /** What ads of one creative have in common. */
  readonly creative: string;
  readonly title: string;
  readonly startMs: number;
  readonly durationMs: number;
}

export interface SessionBreak {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ads: readonly SessionAd[];
}

function adsOf(planned: PlannedBreak, decided: DecidedPod | undefined): SessionAd[] {
  return planned.placements.flatMap(({ kind, index, adId, offsetMs, durationMs }) => {
    if (kind !== 'ad') {
      return [];
    }
    const ad = decided?.ads.get(index);
    const startMs = Math.round(planned.startMs + offsetMs);
    return [
      {
        ...{ id: ad?.id ?? adId, title: ad?.title ?? '', startMs, durationMs },
        placement: placementId(planned.breakId, index),
        creative: ad ? creativeName(ad) : adId,
      },
    ];
  });
}

/** Only what is shown in place of the source; ascending. */
export function sessionBreaks(session: PlaybackSession): SessionBreak[] {
  const replaced = (session.plan?.breaks ?? []).filter(({ state }) => state === 'replaced');
  return replaced.map((planned) => ({
    id: planned.breakId,
    startMs: Math.round(planned.startMs),
    endMs: Math.round(planned.returnMs),
    ads: adsOf(planned, session.pod(planned.breakId)),
  }));
}
