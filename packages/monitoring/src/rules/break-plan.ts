/** The plan of a session beside what its output listed: planned and served (T5), slate only (T13), twice (T14). */
import { type Found, foundBy } from '../findings/found.ts';

export interface PlannedAd {
  /** `{break}.{index}`, as in the addresses of its segments. */
  readonly placement: string;
  /** Clip id, or title; ads of one creative have one. */
  readonly creative: string;
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** A break as the tracking document of the session has it. */
export interface PlannedBreak {
  readonly breakId: string;
  readonly startMs: number;
  readonly ads: readonly PlannedAd[];
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

function checkAds(planned: PlannedBreak, served: readonly ServedPlacement[], rendition: string) {
  const byId = new Map(served.map((one) => [one.placement, one]));
  const about = { lane: 'output', breakId: planned.breakId, rendition } as const;
  return planned.ads.flatMap((ad): Found[] => {
    const shown = byId.get(ad.placement);
    if (shown === undefined) {
      const detail = `${ad.creative} was planned for ${seconds(ad.durationMs)} and is not in the output`;
      return [foundBy('T5', { ...about, detail, atMs: ad.startMs })];
    }
    if (Math.abs(shown.durationMs - ad.durationMs) <= toleranceMs) return [];
    const detail = `${ad.creative} was planned for ${seconds(ad.durationMs)}, the output has ${seconds(shown.durationMs)}`;
    return [foundBy('T5', { ...about, detail, atMs: ad.startMs })];
  });
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
 * Judges a break that the output has listed whole.
 * @param served placements that one rendition listed of it, whole, slate too
 * @param rendition that listed them
 */
export function checkBreakPlan(
  planned: PlannedBreak,
  served: readonly ServedPlacement[],
  rendition: string,
): Found[] {
  const { breakId, startMs, ads } = planned;
  const isSlateOnly = ads.length === 0 && served.length > 0;
  const slate = isSlateOnly
    ? [
        foundBy('T13', {
          ...{ lane: 'output', atMs: startMs, breakId },
          detail: 'a break shows slate and no ad',
        }),
      ]
    : [];
  return [...checkAds(planned, served, rendition), ...slate, ...checkTwice(planned)];
}
