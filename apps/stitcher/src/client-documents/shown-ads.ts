/** The breaks that a session was given, with where their ads stand on the source clock. */

import type { AvailContext } from '@interlude/ad-requests';
import type { PlannedBreak } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ShownAd {
  readonly ad: InlineAd;
  /** Index of its placement: part of the addresses of its segments. */
  readonly index: number;
  /** Place in the pod, from 1. */
  readonly sequence: number;
  /** ms on the source clock. */
  readonly startMs: number;
  readonly durationMs: number;
}

export interface ShownBreak {
  readonly breakId: string;
  readonly avail: AvailContext;
  /** ms on the source clock. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly ads: readonly ShownAd[];
}

/** A break as it is shown: by the plan, which has an early return, or as decided when the plan has folded it. */
function shownBreak(decided: DecidedPod, planned: PlannedBreak | undefined): ShownBreak {
  const startMs = planned?.startMs ?? decided.startMs;
  const placements = planned?.placements ?? decided.pod.placements;
  const last = decided.pod.placements.at(-1);
  const decidedEndMs = startMs + (last ? last.offsetMs + last.durationMs : 0);
  const endMs = planned?.returnMs ?? decidedEndMs;
  const ads = placements.flatMap(({ kind, index, offsetMs, durationMs }) => {
    const ad = kind === 'ad' ? decided.ads.get(index) : undefined;
    const adStartMs = startMs + offsetMs;
    const isShown = planned?.truncated !== true || adStartMs < endMs;
    return ad && isShown
      ? [{ ad, index, startMs: adStartMs, durationMs: Math.round(durationMs) }]
      : [];
  });
  return {
    breakId: decided.avail.breakId,
    avail: decided.avail,
    startMs: Math.round(startMs),
    durationMs: Math.max(0, Math.round(endMs - startMs)),
    ads: ads.map((one, place) => ({
      ...one,
      sequence: place + 1,
      startMs: Math.round(one.startMs),
    })),
  };
}

/** Ascending by start; breaks that show no ad are left out. */
export function shownBreaks(session: PlaybackSession): ShownBreak[] {
  const planned = new Map(session.plan?.breaks.map((one) => [one.breakId, one]));
  return [...session.pods]
    .map((decided) => shownBreak(decided, planned.get(decided.avail.breakId)))
    .filter(({ ads }) => ads.length > 0)
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** The break that is on screen or was just now; before the first one begins, that one. */
export function currentBreak(session: PlaybackSession): ShownBreak | undefined {
  const all = shownBreaks(session);
  const edgeMs = session.plan?.knownUntilMs ?? Number.POSITIVE_INFINITY;
  return all.findLast(({ startMs }) => startMs <= edgeMs) ?? all[0];
}

/** An ad by the id that a manifest shows: `{break}-{index}` or `{break}.{index}`. */
export function findShownAd(
  session: PlaybackSession,
  id: string,
): { readonly shown: ShownBreak; readonly ad: ShownAd } | undefined {
  const cut = Math.max(id.lastIndexOf('-'), id.lastIndexOf('.'));
  const [breakId, index] = [id.slice(0, cut), id.slice(cut + 1)];
  const shown = shownBreaks(session).find((one) => one.breakId === breakId);
  const ad = shown?.ads.find((one) => String(one.index) === index);
  return shown && ad && { shown, ad };
}
