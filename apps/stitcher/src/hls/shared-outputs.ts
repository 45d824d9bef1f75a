/**
 * Outputs of a window, by all that they depend on. Sessions with the same breaks and numbers get the same bytes,
 * because addresses of ad segments are relative; so a request is mostly a look-up. Outside breaks nearly all sessions
 * share one output, in a break those with the same pod.
 */
import type { PlannedBreak, SourceWindow, SplicePlan } from '@interlude/stitching';

/**
 * Plans are immutable, so the part of a key for one break and rendition is computed once. Thousands of sessions with
 * a break each would keep theirs in memory until the plan is compacted: the map is replaced when it is full.
 */
let prints = new WeakMap<PlannedBreak, Map<string, string>>();
let printedBreaks = 0;
const maxPrintedBreaks = 4_096;

function print(planned: PlannedBreak, renditionId: string): string {
  const splice = planned.renditions[renditionId];
  const { breakId, state, startMs, isLate, endMs, returnMs, truncated, discontinuityBefore } =
    planned;
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
    isLate,
    planned.listedUntilMs,
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
    printedBreaks += 1;
    if (printedBreaks > maxPrintedBreaks) {
      prints = new WeakMap();
      printedBreaks = 1;
    }
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
export function outputCacheKey(plan: SplicePlan, renditionId: string): string {
  const { base } = plan;
  const shift = base.sequenceShifts[renditionId] ?? 0;
  const { windowMs, fromMs, beginsAtMs, skipUntilSeconds } = plan.listing;
  const legacy = [plan.legacyShift, base.legacyFloors?.[renditionId]];
  const numbers = [shift, base.discontinuityShift, base.hidesMarkers, ...legacy].join(',');
  const listing = [windowMs, fromMs, beginsAtMs, skipUntilSeconds].join(',');
  let text = `${plan.targetDuration};${plan.knownUntilMs};${numbers};${listing}`;
  for (const planned of plan.breaks) {
    text += `|${printOf(planned, renditionId)}`;
  }
  return text;
}

interface Outputs {
  readonly windowNumber: number;
  readonly bodies: Map<string, Buffer>;
}

const maxOutputsPerWindow = 2_000;

export class SharedOutputs {
  /** The window is a new object with every poll, so outputs go when no request can name them. */
  readonly #outputs = new WeakMap<SourceWindow, Outputs>();
  #windows = 0;

  #of(window: SourceWindow): Outputs {
    let outputs = this.#outputs.get(window);
    if (!outputs) {
      this.#windows += 1;
      outputs = { windowNumber: this.#windows, bodies: new Map() };
      this.#outputs.set(window, outputs);
    }
    return outputs;
  }

  /** Number of a window, unique within this process. */
  numberOf(window: SourceWindow): number {
    return this.#of(window).windowNumber;
  }

  find(window: SourceWindow, key: string): Buffer | undefined {
    return this.#outputs.get(window)?.bodies.get(key);
  }

  /** @param key of the plan with the numbers that the output shows */
  add(window: SourceWindow, key: string, body: Buffer): void {
    const { bodies } = this.#of(window);
    if (bodies.size < maxOutputsPerWindow) {
      bodies.set(key, body);
    }
  }
}
