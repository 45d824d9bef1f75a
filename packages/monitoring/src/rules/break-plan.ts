/** Compares the splice plan of a session with its output: not as planned (T5), no ads (T13), one ad twice (T14). */
import { type LossReason, lossGuides } from '@interlude/contract';
import { type Found, foundBy } from '../findings/found.ts';
import { ownerOfLoss } from '../findings/loss-owner.ts';

export interface PlannedAd {
  /** `{break}.{index}`, as in the addresses of its segments. */
  readonly placement: string;
  /** Clip id, or title: equal for ads of one creative. */
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
  /** Why it has no ad; undefined = not stated. */
  readonly reason?: LossReason | undefined;
}

/** Segments of one placement that the output listed. */
export interface ServedPlacement {
  readonly placement: string;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Durations that differ by no more are equal, ms: ads are cut at segment boundaries of the content. */
const toleranceMs = 1_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Reasons by which content in a break is a finding (T13). With the others no ad was offered, the source cancelled its
 * break, or a creative is being conditioned: the break record counts them, and nothing has to be mended.
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
 * Judges the decision for a break as soon as the output shows it: no ads (T13), one creative twice (T14).
 * @param isSlate the output lists slate in place of the content
 */
export function checkDecision(planned: PlannedBreak, isSlate: boolean): Found[] {
  return [
    ...(planned.ads.length === 0 ? checkWithoutAds(planned, isSlate) : []),
    ...checkTwice(planned),
  ];
}

/**
 * Judges a planned ad whose time the output has passed (T5).
 * @param shown segments of the ad in the output; undefined = it lists none
 * @param rendition in which the ad was looked for
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
