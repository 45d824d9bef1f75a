/** A plan as plain values, from which its outputs can be stitched elsewhere; of creatives only what outputs print. */
import type { CreativeRendition } from '../pods/creative.ts';
import type { Placement, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** File extension of a segment, which its address in outputs contains; the rest of the URI may be secret. */
const ending = /\.[a-z0-9]{2,4}(?=$|[?#])/i;

function rendition({ segments, startsMs, map, dash }: CreativeRendition) {
  return {
    segments: segments.map(({ uri, ...segment }) => ({
      ...segment,
      uri: `media${ending.exec(uri)?.[0] ?? ''}`,
    })),
    startsMs,
    map,
    dash,
  };
}

function placement({ creative, ...placed }: Placement) {
  const { creativeId, address, durationMs, boundariesMs, begunAfterMs, renditions } = creative;
  return {
    ...placed,
    creative: {
      ...{ creativeId, durationMs, boundariesMs, begunAfterMs },
      // Only whether it has one: addresses of ads in DASH then contain a token.
      hasAddress: address !== undefined,
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
 * A plan as it is recorded for a replay.
 * @returns values for JSON
 * @see ADR 0042
 */
export function recordedPlan(plan: SplicePlan): Readonly<Record<string, unknown>> {
  const { listing, sessionStartMs, knownUntilMs, breaks } = plan;
  return {
    ...plan,
    sessionStartMs: orNull(sessionStartMs),
    knownUntilMs: orNull(knownUntilMs),
    listing: { ...listing, fromMs: orNull(listing.fromMs) },
    breaks: breaks.map(planned),
  };
}
