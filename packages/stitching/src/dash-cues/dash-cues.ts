// The SCTE-35 events of an MPD as cues on the source clock (D13, D14, D17):
//
//   at = availabilityStartTime + Period@start + (Event@presentationTime - EventStream's offset) / timescale
//
// A cue has the time of the event, never the PTS of its payload: origins adjust one without the other. Events in the
// media (`emsg`) are read by `inband-events.ts`, where a channel requires it.
import type { DashEvent, EventStream, Mpd, Period } from '@interlude/dash';
import type { Cue } from '../cues/cue.ts';
import { compareNesting } from '../cues/nested-starts.ts';
import {
  isCommandUsed,
  type PayloadReading,
  readPayload,
  type SegmentationConfiguration,
} from '../cues/segmentation-rules.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import { isScte35Scheme, payloadOf } from './event-payload.ts';

export interface DashCueOptions {
  readonly segmentationConfiguration: SegmentationConfiguration;
  /** The source has a period per break: of each period only the first event counts (D14). */
  readonly isMultiPeriod: boolean;
  /** Tags and scheme ids of the channel; scheme ids restrict the streams that are read, without any all are. */
  readonly fallbackSourceTags: readonly string[];
}

export type DashCueWarningCode = 'PAYLOAD_UNREADABLE' | 'DURATION_CONTRADICTED';

export interface DashCueWarning {
  readonly code: DashCueWarningCode;
  readonly detail: string;
}

export interface DashCues {
  /** Ascending by time. */
  readonly cues: readonly Cue[];
  readonly warnings: readonly DashCueWarning[];
}

/** Cues this close belong to one splice, ms. */
const SAME_SPLICE_MS = 100;
/** An event shorter than this is no break: its duration is a slip of the packager's scale, seconds. */
export const MIN_EVENT_SECONDS = 1;
/** Durations that differ by more than this contradict each other, seconds. */
const CONTRADICTION_SECONDS = 1;
/** A Period may begin this much before or after its event, ms. */
const PERIOD_TOLERANCE_MS = 1_000;
const MAX_WARNINGS = 50;

/** Scheme ids among `fallbackSourceTags`, in lower case; undefined without any: all streams are read. */
export function chosenSchemes(tags: readonly string[]): ReadonlySet<string> | undefined {
  const schemes = tags.filter((tag) => tag.toLowerCase().startsWith('urn:'));
  return schemes.length === 0 ? undefined : new Set(schemes.map((tag) => tag.toLowerCase()));
}

class EventReader {
  readonly warnings: DashCueWarning[] = [];
  readonly #options: DashCueOptions;
  readonly #originMs: number;
  readonly #schemes: ReadonlySet<string> | undefined;
  readonly #payloads = new Map<string, PayloadReading | undefined>();

  constructor(mpd: Mpd, options: DashCueOptions) {
    this.#options = options;
    this.#originMs = mpd.type === 'dynamic' ? (mpd.availabilityStartTimeMs ?? 0) : 0;
    this.#schemes = chosenSchemes(options.fallbackSourceTags);
  }

  #warn(code: DashCueWarningCode, detail: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ code, detail });
  }

  startOf(period: Period): number {
    return this.#originMs + period.startMs;
  }

  /** Cues of one period, in order of their time. */
  read(period: Period): Cue[] {
    const found: Cue[] = [];
    for (const stream of period.eventStreams) {
      const scheme = stream.schemeIdUri.toLowerCase();
      if (!isScte35Scheme(scheme) || this.#schemes?.has(scheme) === false) continue;
      for (const event of stream.events.slice(0, STITCHING_LIMITS.maxCues))
        found.push(...this.#readEvent(event, stream, period));
    }
    return found.sort((a, b) => a.atMs - b.atMs);
  }

  #readEvent(event: DashEvent, stream: EventStream, period: Period): Cue[] {
    const scte35 = payloadOf(event);
    const where = `event ${event.id ?? '-'} at ${event.presentationTime}/${stream.timescale}`;
    if (scte35 === undefined) return [];
    const reading = this.#payload(scte35);
    if (reading === undefined) {
      this.#warn('PAYLOAD_UNREADABLE', where);
      return [];
    }
    if (!isCommandUsed(reading.command, this.#options.segmentationConfiguration)) return [];
    const atMs = this.#timeOf(event, stream, period);
    const ownSeconds = (event.duration ?? 0) / stream.timescale;
    return reading.signals.map((signal) => {
      const base = { ...signal, atMs, msn: 0, dialect: stream.schemeIdUri, scte35 };
      if (signal.kind !== 'out') return base;
      return {
        ...base,
        durationSeconds: this.#duration(ownSeconds, signal.durationSeconds, where),
      };
    });
  }

  #payload(text: string): PayloadReading | undefined {
    if (!this.#payloads.has(text))
      this.#payloads.set(text, readPayload(text, this.#options.segmentationConfiguration));
    return this.#payloads.get(text);
  }

  /** Duration of a break, seconds: Event@duration before the payload's (D13), unless it is too short for a break. */
  #duration(own: number, payload: number | undefined, where: string): number | undefined {
    const declared = payload === 0 ? undefined : payload;
    if (own > 0 && declared !== undefined && Math.abs(own - declared) > CONTRADICTION_SECONDS)
      this.#warn('DURATION_CONTRADICTED', `${where}: ${own} s, payload ${declared} s`);
    return own >= MIN_EVENT_SECONDS ? own : declared;
  }

  /**
   * NOTE: packagers of multi-period sources forget EventStream@presentationTimeOffset; an event whose time is outside
   * of its Period is taken to be at the Period's start.
   */
  #timeOf(event: DashEvent, stream: EventStream, period: Period): number {
    const startMs = this.startOf(period);
    const ticks = event.presentationTime - stream.presentationTimeOffset;
    const atMs = startMs + (ticks * 1000) / stream.timescale;
    if (!this.#options.isMultiPeriod) return atMs;
    const endMs = startMs + (period.durationMs ?? STITCHING_LIMITS.maxBreakMs);
    const isInside = atMs >= startMs - PERIOD_TOLERANCE_MS && atMs <= endMs + PERIOD_TOLERANCE_MS;
    return isInside ? atMs : startMs;
  }
}

/**
 * Cues of a source with a Period per break: the first event of each Period that signals one, with the events at its
 * time; a break without a duration lasts as long as its Period; a following Period without any event ends it.
 */
function ofPeriods(mpd: Mpd, reader: EventReader): Cue[] {
  const cues: Cue[] = [];
  let running: Cue | undefined;
  for (const period of mpd.periods) {
    const found = reader.read(period);
    const startMs = reader.startOf(period);
    const first = found.find((cue) => Math.abs(cue.atMs - (found[0]?.atMs ?? 0)) <= SAME_SPLICE_MS);
    if (running !== undefined && found.length === 0 && endsEarly(running, startMs)) {
      cues.push({ kind: 'in', atMs: startMs, msn: 0, dialect: running.dialect });
      running = undefined;
    }
    if (first === undefined) continue;
    const same = found.filter((cue) => Math.abs(cue.atMs - first.atMs) <= SAME_SPLICE_MS);
    for (const cue of same) cues.push(withPeriodDuration(cue, period));
    const [outermost] = same.filter((cue) => cue.kind === 'out').sort(compareNesting);
    if (outermost !== undefined && !liesInside(outermost, running)) running = outermost;
  }
  return cues;
}

/** Whether a Period of a single ad is within the running break: the return then ends that break. */
function liesInside(inner: Cue, outer: Cue | undefined): boolean {
  if (outer?.durationSeconds === undefined || compareNesting(outer, inner) >= 0) return false;
  return inner.atMs < outer.atMs + outer.durationSeconds * 1000 - PERIOD_TOLERANCE_MS;
}

/** Whether a Period begins before the announced end: the break was cut short. */
function endsEarly(running: Cue, startMs: number): boolean {
  const { durationSeconds } = running;
  if (durationSeconds === undefined) return true;
  return startMs < running.atMs + durationSeconds * 1000 - PERIOD_TOLERANCE_MS;
}

function withPeriodDuration(cue: Cue, { durationMs }: Period): Cue {
  return cue.kind === 'out' && cue.durationSeconds === undefined && durationMs !== undefined
    ? { ...cue, durationSeconds: durationMs / 1000 }
    : cue;
}

/**
 * Finds the markers of ad breaks in an MPD. Payloads that cannot be trusted (checksum, encryption) and commands that
 * only inform (splice_schedule, splice_null, events without a payload) start no break.
 * @returns cues in order of their time, and warnings
 * @see ISO/IEC 23009-1 §5.10; SCTE 214-1; rules D13, D14, D17
 */
export function findDashCues(mpd: Mpd, options: DashCueOptions): DashCues {
  const reader = new EventReader(mpd, options);
  const cues = options.isMultiPeriod
    ? ofPeriods(mpd, reader)
    : mpd.periods.flatMap((period) => reader.read(period));
  return {
    cues: cues.sort((a, b) => a.atMs - b.atMs).slice(0, STITCHING_LIMITS.maxCues),
    warnings: reader.warnings,
  };
}
