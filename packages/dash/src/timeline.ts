// SegmentTimeline (5.3.9.6), decoded from its text in one pass: a timeline of a long time-shift buffer
// has ten thousands of S elements, and an object tree of them would cost more than the rest of the MPD.

import type { SegmentRun } from './addressing.ts';
import type { WarningLog } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

export interface Timeline {
  readonly timeOrigin: bigint;
  readonly runs: readonly SegmentRun[];
}

const MAX_RUNS = 1_000_000;
/** Segments that `r` may announce in one S; more is a typing error or an attack. */
const MAX_REPEAT = 10_000_000;
/** Values up to 15 digits are exact as numbers and cannot overflow by adding durations. */
const EXACT_DIGITS = 15;
/** Coarse, so that a growing clock keeps its origin over the life of a presentation. */
const ORIGIN_STEP = 2n ** 52n;

interface RawRun {
  /** Undefined: follows the run before. */
  readonly t?: string;
  readonly d: number;
  readonly r: number;
}

const LETTER_S = 83;
const LETTER_D = 100;
const LETTER_R = 114;
const LETTER_T = 116;
const SPACE = 32;
const QUOTE = 34;
const EQUALS = 61;
const GREATER = 62;
const SLASH = 47;

/** The S elements in [from, to) of the text; undefined when the plain form does not hold. */
function scanPlain(text: string, from: number, to: number): RawRun[] | undefined {
  const found: RawRun[] = [];
  let at = text.indexOf('<', from);
  while (at >= 0 && at < to) {
    const letter = text.charCodeAt(at + 1);
    if (letter === SLASH) {
      if (!text.startsWith('S>', at + 2)) return undefined;
      at = text.indexOf('<', at + 1);
      continue;
    }
    if (letter !== LETTER_S || text.charCodeAt(at + 2) !== 32) return undefined;
    const end = scanTag(text, at + 3, to, found);
    if (end < 0) return undefined;
    at = text.indexOf('<', end);
  }
  return found;
}

interface MutableRun {
  t?: string;
  d: number;
  r: number;
}

function assign(run: MutableRun, letter: number, value: string): void {
  if (letter === LETTER_T) run.t = value;
  else if (letter === LETTER_D) run.d = Number(value);
  else if (letter === LETTER_R) run.r = Number(value);
}

/** One tag's `t="…" d="…" r="…"`: position of its end, -1 when it is written otherwise. */
function scanTag(text: string, from: number, to: number, found: RawRun[]): number {
  const run: MutableRun = { d: 0, r: 0 };
  let at = from;
  for (;;) {
    while (text.charCodeAt(at) === SPACE) at++;
    const code = text.charCodeAt(at);
    if (code === GREATER || code === SLASH) break;
    if (text.charCodeAt(at + 1) !== EQUALS || text.charCodeAt(at + 2) !== QUOTE) return -1;
    const close = text.indexOf('"', at + 3);
    if (close < 0 || close > to) return -1;
    assign(run, code, text.slice(at + 3, close));
    at = close + 1;
  }
  found.push(run);
  return at;
}

/** Any other spelling: prefixes, single quotes, comments, further attributes (`n`, `k`). */
function scanElements(timeline: XmlElement): RawRun[] {
  return timeline.childrenNamed('S').map((element) => {
    const t = element.attribute('t');
    const d = Number(element.attribute('d') ?? Number.NaN);
    const r = Number(element.attribute('r') ?? 0);
    return t === undefined ? { d, r } : { t, d, r };
  });
}

function rawRuns(timeline: XmlElement): RawRun[] {
  const { range, content } = timeline;
  if (range === undefined || content !== undefined) return scanElements(timeline);
  return scanPlain(range.source, range.contentStart, range.contentEnd) ?? scanElements(timeline);
}

function originOf(raw: readonly RawRun[]): bigint {
  const first = raw.find((run) => run.t !== undefined)?.t?.trim() ?? '0';
  if (first.length <= EXACT_DIGITS || !/^\d{1,20}$/.test(first)) return 0n;
  const value = BigInt(first);
  return value > 2n ** 53n - ORIGIN_STEP ? (value / ORIGIN_STEP) * ORIGIN_STEP : 0n;
}

function ticksOf(text: string, origin: bigint): number {
  const trimmed = text.trim();
  if (trimmed === '') return Number.NaN;
  if (origin === 0n) return Number(trimmed);
  return /^\d{1,20}$/.test(trimmed) ? Number(BigInt(trimmed) - origin) : Number.NaN;
}

/**
 * The runs of a timeline. `r="-1"` lasts up to the next `t`; of the last S up to `endTicks` (ticks, the
 * period's end), or without end where that is unknown. S elements out of order or without a duration
 * are left out with a warning.
 */
export function readTimeline(
  timeline: XmlElement,
  endTicks: (timeOrigin: bigint) => number | undefined,
  log: WarningLog,
): Timeline {
  const raw = rawRuns(timeline);
  const timeOrigin = originOf(raw);
  const offset = timeline.range?.start ?? -1;
  const runs: SegmentRun[] = [];
  let next = 0;
  /** Where the last segment begins: one may begin before its end (rounding), never before its start. */
  let lastStart = Number.NEGATIVE_INFINITY;
  if (raw.length === 0) log.add('TIMELINE_INVALID', offset, 'no S element can be read');
  if (raw.length > MAX_RUNS) {
    log.add('TIMELINE_INVALID', offset, 'too many S elements');
    return { timeOrigin, runs };
  }
  for (let index = 0; index < raw.length; index++) {
    const run = raw[index];
    if (run === undefined) break;
    const t = run.t === undefined ? next : ticksOf(run.t, timeOrigin);
    if (!(Number.isSafeInteger(t) && Number.isSafeInteger(run.d) && run.d > 0 && t > lastStart)) {
      log.add('TIMELINE_INVALID', offset, `S ${index} is out of order or has no duration`);
      continue;
    }
    const count = countOf(run, t, raw[index + 1], timeOrigin, endTicks);
    if (count <= 0) continue;
    runs.push({ t, d: run.d, count });
    if (count === Number.POSITIVE_INFINITY) break;
    next = t + run.d * count;
    lastStart = next - run.d;
  }
  return { timeOrigin, runs };
}

function countOf(
  run: RawRun,
  t: number,
  following: RawRun | undefined,
  origin: bigint,
  endTicks: (timeOrigin: bigint) => number | undefined,
): number {
  if (Number.isSafeInteger(run.r) && run.r >= 0) return Math.min(run.r, MAX_REPEAT) + 1;
  if (run.r !== -1) return 1;
  if (following !== undefined) {
    const until = following.t === undefined ? Number.NaN : ticksOf(following.t, origin);
    return until > t ? Math.min(Math.ceil((until - t) / run.d), MAX_REPEAT) : 1;
  }
  const end = endTicks(origin);
  return end === undefined
    ? Number.POSITIVE_INFINITY
    : Math.min(Math.ceil((end - t) / run.d - 1e-9), MAX_REPEAT);
}
