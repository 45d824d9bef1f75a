/** When a failed delivery is tried again. Pure. */
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses after the first failure, the second …: a day and six minutes together. */
export const retryPausesMs = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  8 * hourMs,
  8.5 * hourMs,
] as const;

/** A receiver that requests a longer wait gets this one. */
const longestWaitMs = 2 * hourMs;

/**
 * Delay in `Retry-After` (RFC 9110 §10.2.3): seconds or a date.
 * @returns ms from `nowMs`; undefined when there is none
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  // Date.parse accepts more forms than HTTP dates, which end with GMT.
  const dateMs = header.trim().endsWith('GMT') ? Date.parse(header) : Number.NaN;
  const waitMs = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * secondMs : dateMs - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(0, waitMs), longestWaitMs) : undefined;
}

/**
 * @param failures before this one
 * @param requestedMs wait that the receiver has requested
 * @returns epoch ms of the next attempt; undefined = no further attempt
 */
export function nextRetry(
  failures: number,
  nowMs: number,
  requestedMs: number | undefined,
): number | undefined {
  const pauseMs = retryPausesMs[failures];
  return pauseMs === undefined ? undefined : nowMs + Math.max(pauseMs, requestedMs ?? 0);
}
