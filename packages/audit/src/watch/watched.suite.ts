/** A stream on a simulated clock: a server in memory, and the loop that a shell has around the watch. */
import { type AuditReport, watchReport } from '../report/audit-report.ts';
import type { Answer, Look, WatchPlan } from './watch-state.ts';
import { beginWatch, dueLooks, nextLookMs, takeAnswer } from './watch-stream.ts';

export const START_MS = Date.UTC(2026, 2, 1, 12);
export const MINUTE_MS = 60_000;

/** The server in memory: the body that an address answers at a time, or an HTTP status. */
export type Server = (url: string, nowMs: number) => string | number;

export interface Requested extends Look {
  /** Seconds after the start. */
  readonly atSeconds: number;
}

function answerOf(url: string, answered: string | number): Answer {
  if (typeof answered === 'string')
    return { kind: 'text', url, text: answered, bytes: answered.length };
  return { kind: 'failed', reason: `cdn.test answers with status ${answered}.`, bytes: 0 };
}

/** @returns the report, and every look that was due */
export function watched(
  server: Server,
  plan: Partial<WatchPlan> & Pick<WatchPlan, 'url'>,
): { report: AuditReport; looks: readonly Requested[]; endedAtSeconds: number } {
  let nowMs = START_MS;
  let state = beginWatch({ durationMs: 2 * MINUTE_MS, ...plan }, nowMs);
  const looks: Requested[] = [];
  for (let at = nextLookMs(state); at !== undefined; at = nextLookMs(state)) {
    nowMs = Math.max(nowMs, at);
    for (const look of dueLooks(state, nowMs)) {
      looks.push({ ...look, atSeconds: (nowMs - START_MS) / 1000 });
      state = takeAnswer(state, look, answerOf(look.url, server(look.url, nowMs)), nowMs);
    }
  }
  const report = watchReport(state, { endedAtMs: nowMs, isInterrupted: false });
  return { report, looks, endedAtSeconds: (nowMs - START_MS) / 1000 };
}
