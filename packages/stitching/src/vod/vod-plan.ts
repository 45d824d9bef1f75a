// The plan of one on-demand session, fixed when the session begins: a reload, or the first request of another
// rendition, changes nothing (rule H36). Plain data.
import type { Placement } from '../plan/splice-plan.ts';
import type { Pod } from '../pods/pod.ts';
import type { VodPlace } from './place-vod-breaks.ts';

export interface VodBreak {
  readonly breakId: string;
  readonly position: 'pre' | 'mid' | 'post';
  /** Content is left and entered again here, ms of the content. */
  readonly cutMs: number;
  readonly resumeMs: number;
  /** ms of the output: where the ads begin. */
  readonly startMs: number;
  /** Sum of the ads, ms. */
  readonly adMs: number;
  /** At least one. */
  readonly placements: readonly Placement[];
}

export interface VodPlan {
  /** ms. */
  readonly contentMs: number;
  /** Ascending. */
  readonly breaks: readonly VodBreak[];
  /** Of the whole output, ms. */
  readonly durationMs: number;
}

/** Content between two breaks; ms of the content. */
export interface ContentPart {
  readonly fromMs: number;
  readonly toMs: number;
  /** ms of the output. */
  readonly startMs: number;
}

/**
 * Plans the breaks of one session.
 * @param pods by id of the cue point; where a pod has no placement the content is not left, marked or not
 * @returns the plan with all times in ms of content and of output
 * @see rules H36, D20
 */
export function planVod(
  places: readonly VodPlace[],
  pods: ReadonlyMap<string, Pod>,
  contentMs: number,
): VodPlan {
  const breaks: VodBreak[] = [];
  let fromMs = 0;
  let outMs = 0;
  for (const { cuePoint, cutMs, resumeMs } of places) {
    const placements = pods.get(cuePoint.id)?.placements ?? [];
    if (placements.length === 0) continue;
    const adMs = placements.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const startMs = outMs + Math.max(0, cutMs - fromMs);
    const { id: breakId, position } = cuePoint;
    breaks.push({ breakId, position, cutMs, resumeMs, startMs, adMs, placements });
    outMs = startMs + adMs;
    fromMs = resumeMs;
  }
  return { contentMs, breaks, durationMs: outMs + Math.max(0, contentMs - fromMs) };
}

/**
 * The output as content and breaks in turn; parts of no length are left out.
 * @see rules H36, D20
 */
export function vodSequence(plan: VodPlan): (ContentPart | VodBreak)[] {
  const sequence: (ContentPart | VodBreak)[] = [];
  let fromMs = 0;
  let startMs = 0;
  for (const one of plan.breaks) {
    if (one.cutMs > fromMs) sequence.push({ fromMs, toMs: one.cutMs, startMs });
    sequence.push(one);
    fromMs = one.resumeMs;
    startMs = one.startMs + one.adMs;
  }
  if (plan.contentMs > fromMs) sequence.push({ fromMs, toMs: plan.contentMs, startMs });
  return sequence;
}
