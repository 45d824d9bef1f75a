/**
 * Outputs of a window by what they depend on. Sessions with the same breaks and numbers get the same bytes,
 * because addresses of ad segments are relative; so a request is mostly a look-up. Outside breaks nearly all
 * sessions share one output, in a break those that were given the same pod.
 */
import type { PlannedBreak, SourceWindow, SplicePlan } from '@interlude/stitching';

/** Plans are immutable, so what a break says is worked out once. */
const prints = new WeakMap<PlannedBreak, Map<string, string>>();

function print(planned: PlannedBreak, renditionId: string): string {
  const splice = planned.renditions[renditionId];
  const { breakId, state, startMs, endMs, returnMs, truncated, discontinuityBefore } = planned;
  const numbers = splice && [
    splice.cutNumber,
    splice.firstAdMsn,
    splice.headNumber,
    splice.passed,
    splice.returnNumber,
    splice.returnMsn,
  ];
  const placements = planned.placements.map(
    ({ kind, index, creative, offsetMs, durationMs }) =>
      `${kind}.${index}.${creative.creativeId}.${offsetMs}.${durationMs}`,
  );
  return [
    breakId,
    state,
    startMs,
    endMs,
    returnMs,
    truncated,
    planned.adsUntilMs,
    planned.dateScale,
    discontinuityBefore,
    planned.discontinuityShift,
    numbers,
    placements,
  ].join(';');
}

function printOf(planned: PlannedBreak, renditionId: string): string {
  let byRendition = prints.get(planned);
  if (!byRendition) {
    byRendition = new Map();
    prints.set(planned, byRendition);
  }
  let known = byRendition.get(renditionId);
  if (known === undefined) {
    known = print(planned, renditionId);
    byRendition.set(renditionId, known);
  }
  return known;
}

/** Everything of the plan that an output of this rendition can show. */
export function planPrint(plan: SplicePlan, renditionId: string): string {
  const { base } = plan;
  const shift = base.sequenceShifts[renditionId] ?? 0;
  const { windowMs, fromMs, startsAtHead } = plan.listing;
  const legacy = [plan.legacyShift, base.legacyFloors?.[renditionId]];
  const numbers = [shift, base.discontinuityShift, ...legacy].join(',');
  const listing = [windowMs, fromMs, startsAtHead].join(',');
  let text = `${plan.targetDuration};${plan.knownUntilMs};${numbers};${listing}`;
  for (const planned of plan.breaks) {
    text += `|${printOf(planned, renditionId)}`;
  }
  return text;
}

const maxOutputsPerWindow = 2_000;

export class SharedOutputs {
  /** The window is a new object with every poll, so outputs go when nobody can ask for them. */
  readonly #outputs = new WeakMap<SourceWindow, Map<string, Buffer>>();

  find(window: SourceWindow, key: string): Buffer | undefined {
    return this.#outputs.get(window)?.get(key);
  }

  /** @param key of the plan with the numbers that the output shows */
  add(window: SourceWindow, key: string, body: Buffer): void {
    let outputs = this.#outputs.get(window);
    if (!outputs) {
      outputs = new Map();
      this.#outputs.set(window, outputs);
    }
    if (outputs.size < maxOutputsPerWindow) {
      outputs.set(key, body);
    }
  }
}
