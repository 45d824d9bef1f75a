/** The retries of unsent mails, and their end. Pure. */
const firstPauseMs = 30_000;
const longestPauseMs = 3_600_000;
/** The links in a mail have expired by then. */
const givenUpAfterMs = 3 * 86_400_000;

/** RFC 5321 §4.2.1: 5yz is a permanent negative answer, repeating it does not help. */
const isPermanent = (smtpCode: number | undefined) =>
  smtpCode !== undefined && smtpCode >= 500 && smtpCode < 600;

/**
 * @param failure `attempts` made before this one; `smtpCode` of the mail server's answer when there is one
 * @returns epoch ms of the next attempt; undefined = no further attempt
 */
export function nextAttempt(failure: {
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly nowMs: number;
  readonly smtpCode?: number | undefined;
}): number | undefined {
  if (isPermanent(failure.smtpCode)) return undefined;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failure.attempts, 20));
  const atMs = failure.nowMs + pauseMs;
  return atMs - failure.createdAtMs > givenUpAfterMs ? undefined : atMs;
}
