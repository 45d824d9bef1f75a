/**
 * The breaks of a session for the bar of a player: where they stand on the programme's clock
 * (epoch ms, the clock of EXT-X-PROGRAM-DATE-TIME) and which ads are in them. Slate is no ad.
 */
import type { LossReason } from '@interlude/contract';
import type { PlannedBreak } from '@interlude/stitching';
import { placementId } from '../delivery/ad-address.ts';
import { creativeName } from '../sessions/creative-name.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

interface SessionAd {
  readonly id: string;
  /** `{break}.{index}`: part of the addresses of its segments. */
  readonly placement: string;
  /** Name that all ads of one creative have in common. */
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
  /** For monitors alone: why there is no ad; left out where there is one. */
  readonly reason?: LossReason;
  /** For monitors alone: the source came back earlier, so that its last ad may be shorter than planned. */
  readonly isCutShort?: true;
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

function toBreak(session: PlaybackSession, planned: PlannedBreak): SessionBreak {
  return {
    id: planned.breakId,
    startMs: Math.round(planned.startMs),
    endMs: Math.round(planned.returnMs),
    ads: adsOf(planned, session.pod(planned.breakId)),
  };
}

/** A break for a session of the monitor: also one that keeps the content, with the reason. */
function watchedBreak(session: PlaybackSession, planned: PlannedBreak): SessionBreak {
  const seen = toBreak(session, planned);
  // A break that keeps the content ends where the break of the source does.
  const endMs = Math.round(planned.state === 'content' ? planned.endMs : planned.returnMs);
  const cut = planned.truncated ? { isCutShort: true as const } : {};
  if (seen.ads.length > 0) {
    return { ...seen, ...cut };
  }
  const reason = session.lossReason(planned.breakId) ?? planned.reason ?? 'NO_ADS';
  return { ...seen, endMs, reason, ...cut };
}

/**
 * The breaks that are shown in place of the source; ascending. A session of the monitor gets the others, too, with
 * reasons.
 */
export function sessionBreaks(session: PlaybackSession): SessionBreak[] {
  const breaks = session.plan?.breaks ?? [];
  if (session.isMonitor) {
    return breaks
      .filter(({ state, isPreRoll }) => state === 'replaced' || (state === 'content' && !isPreRoll))
      .map((planned) => watchedBreak(session, planned));
  }
  return breaks
    .filter(({ state }) => state === 'replaced')
    .map((planned) => toBreak(session, planned));
}
