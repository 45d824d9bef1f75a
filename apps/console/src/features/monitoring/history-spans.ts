/** The health of 24 hours as parts of a bar. Pure. */
import type { HealthSpan } from '@interlude/contract';

export const historyHours = 24;
const dayMs = historyHours * 3_600_000;

export interface HistoryPart extends HealthSpan {
  /** Per cent of the bar. */
  readonly left: number;
  readonly width: number;
}

export interface History {
  readonly parts: readonly HistoryPart[];
  /** Seconds in which it was degraded or ill. */
  readonly troubledSeconds: number;
  readonly watchedSeconds: number;
}

/** Spans inside the last 24 hours; one that still lasts ends now. */
export function historyOf(spans: readonly HealthSpan[], nowMs: number): History {
  const beginMs = nowMs - dayMs;
  let troubled = 0;
  let watched = 0;
  const parts = spans.flatMap((span): HistoryPart[] => {
    const from = Math.max(Date.parse(span.from), beginMs);
    const to = Math.min(span.to === null ? nowMs : Date.parse(span.to), nowMs);
    if (!(to > from)) return [];
    if (span.state !== 'unwatched') watched += to - from;
    if (span.state === 'ill' || span.state === 'degraded') troubled += to - from;
    const left = ((from - beginMs) / dayMs) * 100;
    return [{ ...span, left, width: ((to - from) / dayMs) * 100 }];
  });
  return { parts, troubledSeconds: troubled / 1_000, watchedSeconds: watched / 1_000 };
}

/** `2 h 5 min`, `4 min`, `12 s` */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 1 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
