/** A plan as plain values, so that its outputs can be stitched again elsewhere. Of creatives it has what outputs print. */
import type { CreativeRendition } from '../pods/creative.ts';
import type { Placement, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** The ending of the media is a part of the address of its segment; the rest of it may be secret. */
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
      // That there is one: addresses of ads in DASH have a token in its place.
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
