/** Watches a stream to its end: waits, requests the manifests that are due, and passes the answers to the judge. */
import {
  type AuditReport,
  beginWatch,
  dueLooks,
  nextLookMs,
  takeAnswer,
  type WatchPlan,
  watchReport,
} from '@interlude/audit';
import type { ReadManifest } from './read-manifest.ts';

export interface WatchIo {
  readonly read: ReadManifest;
  /** Epoch ms. */
  readonly now: () => number;
  /** Resolves after so many ms, or when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** After each round of looks. */
  readonly onProgress?: (report: AuditReport) => void;
}

/** Requests side by side, as a player has them. */
const SIDE_BY_SIDE = 6;

/** @param signal ends the watch early; the report then covers the looks judged so far */
export async function runWatch(
  plan: WatchPlan,
  { read, now, wait, onProgress }: WatchIo,
  signal: AbortSignal,
): Promise<AuditReport> {
  let state = beginWatch(plan, now());
  const report = () => watchReport(state, { endedAtMs: now(), isInterrupted: signal.aborted });
  for (;;) {
    const dueAtMs = nextLookMs(state);
    if (dueAtMs === undefined) return report();
    await wait(Math.max(0, dueAtMs - now()), signal);
    const looks = dueLooks(state, now()).slice(0, SIDE_BY_SIDE);
    const answers = await Promise.all(
      looks.map(async (look) => ({ look, answer: await read(look.url, signal), atMs: now() })),
    );
    // Requests that were aborted with the watch are not counted against the origin.
    if (signal.aborted) return report();
    for (const { look, answer, atMs } of answers.toSorted((a, b) => a.atMs - b.atMs))
      state = takeAnswer(state, look, answer, atMs);
    onProgress?.(report());
  }
}
