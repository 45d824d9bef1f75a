const timedOut = Symbol('timed out');

/**
 * The result of `work`, or that of `onTimeout` once `timeoutMs` have passed or the signal aborts. The work is not
 * aborted; its later result or error is dropped.
 * @param timeoutMs milliseconds, greater than 0
 * @throws the error of `work` or of `onTimeout`
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  onTimeout: () => Late,
  signal?: AbortSignal,
): Promise<Result | Late> {
  const late = Promise.withResolvers<typeof timedOut>();
  const giveUp = () => late.resolve(timedOut);
  const timer = setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    const result = await Promise.race([work, late.promise]);
    return result === timedOut ? onTimeout() : result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
