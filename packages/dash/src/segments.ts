import { type Addressing, printTicks, type SegmentRun } from './addressing.ts';
import type { Period, Representation } from './mpd.ts';
import { expandTemplate } from './template.ts';

export interface Segment {
  /** `$Number$`. */
  readonly number: number;
  /** Ticks, counted from the addressing's `timeOrigin`. */
  readonly t: number;
  readonly d: number;
  /** From the start of the presentation. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Relative to the representation's BaseURL; undefined: the BaseURL itself. */
  readonly media?: string;
  /** `first-last`, inclusive. */
  readonly mediaRange?: string;
}

export interface SegmentSpan {
  /** Presentation time: segments that end at or before it are left out. */
  readonly fromMs?: number;
  /** Presentation time: segments that begin at or after it are left out. Needed where a period is open. */
  readonly untilMs?: number;
}

/** Rounding of times that are fractions of milliseconds. */
const EPSILON_MS = 1e-3;

/** Ticks of a presentation time. */
function ticksAt(ms: number, addressing: Timed, periodStartMs: number): number {
  return addressing.presentationTimeOffset + ((ms - periodStartMs) * addressing.timescale) / 1000;
}

type Timed = Exclude<Addressing, { kind: 'base' }>;

/** The runs of any timed addressing: a number template is one run. */
function runsOf(addressing: Timed, period: Period): readonly SegmentRun[] {
  if (addressing.kind !== 'number') return addressing.runs;
  const { presentationTimeOffset: t, duration: d, timescale, startNumber, endNumber } = addressing;
  if (d <= 0) return [];
  const { durationMs } = period;
  const inPeriod =
    durationMs === undefined
      ? Number.POSITIVE_INFINITY
      : Math.ceil((durationMs * timescale) / 1000 / d - 1e-6);
  const numbered = endNumber === undefined ? Number.POSITIVE_INFINITY : endNumber - startNumber + 1;
  const count = Math.min(inPeriod, numbered);
  return count > 0 ? [{ t, d, count }] : [];
}

function addressOf(
  addressing: Timed,
  representation: Representation,
  index: number,
  t: number,
): Pick<Segment, 'media' | 'mediaRange'> {
  if (addressing.kind === 'list') return addressing.segments[index] ?? {};
  return {
    media: expandTemplate(addressing.media, {
      RepresentationID: representation.id,
      Bandwidth: representation.bandwidth,
      Number: addressing.startNumber + index,
      Time: printTicks(t, addressing.timeOrigin),
    }),
  };
}

/**
 * The segments of a representation in a span, in order. Without an end (`untilMs`) an open Period yields the listed
 * segments only. A `base` representation has one resource and yields none. `startMs` is counted from the presentation's
 * start, ticks are of the representation's timescale.
 * @see ISO/IEC 23009-1 §5.3.9
 */
export function* segmentsOf(
  representation: Representation,
  period: Period,
  span: SegmentSpan = {},
): Generator<Segment> {
  const { addressing } = representation;
  if (addressing.kind === 'base') return;
  const { timescale, presentationTimeOffset, startNumber } = addressing;
  const from = ticksAt(span.fromMs ?? Number.NEGATIVE_INFINITY, addressing, period.startMs);
  const until = ticksAt(span.untilMs ?? Number.POSITIVE_INFINITY, addressing, period.startMs);
  const slack = (EPSILON_MS * timescale) / 1000;
  const limit = addressing.kind === 'list' ? addressing.segments.length : Number.POSITIVE_INFINITY;
  let index = 0;
  for (const run of runsOf(addressing, period)) {
    const first = Math.max(0, Math.floor((from + slack - run.t) / run.d));
    const wanted = Math.ceil((until - slack - run.t) / run.d);
    const count = Math.min(run.count, wanted);
    const end = count === Number.POSITIVE_INFINITY ? 0 : count;
    for (let k = first; k < end && index + k < limit; k++) {
      const t = run.t + run.d * k;
      yield {
        number: startNumber + index + k,
        t,
        d: run.d,
        startMs: period.startMs + ((t - presentationTimeOffset) * 1000) / timescale,
        durationMs: (run.d * 1000) / timescale,
        ...addressOf(addressing, representation, index + k, t),
      };
    }
    if (wanted <= run.count && wanted < Number.POSITIVE_INFINITY) return;
    index += run.count;
  }
}
