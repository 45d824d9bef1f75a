/** The plan of a session beside what its output listed: planned and served (T5), slate only (T13), twice (T14). */
import { type LossReason, lossGuides } from '@interlude/contract';
import { type Found, foundBy } from '../findings/found.ts';
import { ownerOfLoss } from '../findings/loss-owner.ts';

export interface PlannedAd {
  /** `{break}.{index}`, as in the addresses of its segments. */
  readonly placement: string;
  /** Clip id, or title; ads of one creative have one. */
  readonly creative: string;
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** A break as the session's own `breaks.json` has it. */
export interface PlannedBreak {
  readonly breakId: string;
  readonly startMs: number;
  readonly ads: readonly PlannedAd[];
  /** Why it has no ad; undefined = not said. */
  readonly reason?: LossReason | undefined;
}

/** Segments of one placement that the output listed. */
export interface ServedPlacement {
  readonly placement: string;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Segments of ads end on those of the content: within this the durations are the same, ms. */
const toleranceMs = 1_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Why content in a break is a fault. Of the others, none was offered, the source took its break back, or a creative is
 * being made: that is counted in the record of breaks, and nobody has to mend it.
 */
const faults: ReadonlySet<LossReason> = new Set<LossReason>([
  ...(['AD_REQUEST_INVALID', 'AD_SERVER_UNREACHABLE', 'AD_SERVER_TIMEOUT'] as const),
  ...(['VAST_INVALID', 'WRAPPER_LIMIT', 'WRAPPER_FAILED', 'DECISION_TIMEOUT'] as const),
  ...(['NO_USABLE_AD', 'CONDITIONING_FAILED', 'CREATIVE_UNREACHABLE'] as const),
  ...(['CREATIVE_UNUSABLE', 'NO_LINEAR_MEDIA', 'NO_VARIANT_MATCH', 'SEGMENT_TOO_LONG'] as const),
  ...(['SESSION_UNAVAILABLE'] as const),
]);

function checkWithoutAds(planned: PlannedBreak, isSlate: boolean): Found[] {
  const { breakId, startMs, reason } = planned;
  const isFault = reason !== undefined && faults.has(reason);
  if (!isSlate && !isFault) return [];
  const owner = reason === undefined ? undefined : ownerOfLoss(reason);
  const because = reason === undefined ? '' : `: ${lossGuides[reason].cause}`;
  return [
    foundBy('T13', {
      ...{ lane: 'output', atMs: startMs, breakId },
      ...(owner !== undefined && { owner, cause: `${owner} ${reason}` }),
      detail: `a break shows ${isSlate ? 'slate' : 'content'} and no ad${because}`,
    }),
  ];
}

function checkTwice({ ads, breakId, startMs }: PlannedBreak): Found[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { creative } of ads) {
    if (creative !== '' && seen.has(creative)) twice.add(creative);
    seen.add(creative);
  }
  return [...twice].map((creative) =>
    foundBy('T14', {
      ...{ lane: 'output', atMs: startMs, breakId },
      detail: `${creative} is shown more than once in a break`,
    }),
  );
}

/**
 * Judges what was decided for a break as soon as the output shows it: no ads (T13), one creative twice (T14).
 * @param isSlate the output lists something in place of the source
 */
export function checkDecision(planned: PlannedBreak, isSlate: boolean): Found[] {
  return [
    ...(planned.ads.length === 0 ? checkWithoutAds(planned, isSlate) : []),
    ...checkTwice(planned),
  ];
}

/**
 * Judges a planned ad whose time the output has passed (T5).
 * @param shown undefined = the output lists no segment of it
 * @param rendition that lists it
 */
export function checkServedAd(
  { ad, breakId }: { readonly ad: PlannedAd; readonly breakId: string },
  shown: ServedPlacement | undefined,
  rendition: string,
): Found[] {
  const about = { lane: 'output', breakId, rendition, atMs: ad.startMs } as const;
  const planned = `${ad.creative} was planned for ${seconds(ad.durationMs)}`;
  if (shown === undefined)
    return [foundBy('T5', { ...about, detail: `${planned} and is not in the output` })];
  if (Math.abs(shown.durationMs - ad.durationMs) <= toleranceMs) return [];
  const detail = `${planned}, the output has ${seconds(shown.durationMs)}`;
  return [foundBy('T5', { ...about, detail })];
}
