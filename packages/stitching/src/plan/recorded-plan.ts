/** A plan as plain values, so that its outputs can be stitched again elsewhere. Of creatives it has what outputs print. */
import type { CreativeRendition } from '../pods/creative.ts';
import type { Placement, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** The ending of the media is a part of the address of its segment; the rest of it may be secret. */
const ending = /\.[a-z0-9]{2,4}(?=$|[?#])/i;

function rendition({ segments, startsMs, map }: CreativeRendition) {
  return {
    segments: segments.map(({ uri, ...segment }) => ({
      ...segment,
      uri: `media${ending.exec(uri)?.[0] ?? ''}`,
    })),
    startsMs,
    map,
  };
}

function placement({ creative, ...placed }: Placement) {
  const { creativeId, durationMs, boundariesMs, begunAfterMs, renditions } = creative;
  return {
    ...placed,
    creative: {
      ...{ creativeId, durationMs, boundariesMs, begunAfterMs },
      renditions: Object.fromEntries(
        Object.entries(renditions).map(([id, one]) => [id, rendition(one)]),
      ),
    },
  };
}

const planned = ({ placements, ...more }: PlannedBreak) => ({
  ...more,
  placements: placements.map(placement),
});

/** JSON has no infinite numbers: `null` stands for the beginning of time. */
const orNull = (ms: number) => (Number.isFinite(ms) ? ms : null);

/**
 * @returns values for JSON, of a plan for HLS; undefined of one for DASH
 * @see ADR 0042
 */
export function recordedPlan(plan: SplicePlan): Readonly<Record<string, unknown>> | undefined {
  if (plan.dash !== undefined) return undefined;
  const { listing, sessionStartMs, knownUntilMs, breaks } = plan;
  return {
    ...plan,
    sessionStartMs: orNull(sessionStartMs),
    knownUntilMs: orNull(knownUntilMs),
    listing: { ...listing, fromMs: orNull(listing.fromMs) },
    breaks: breaks.map(planned),
  };
}
