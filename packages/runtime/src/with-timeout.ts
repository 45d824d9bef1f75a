const timedOut = Symbol('timed out');

/**
 * The result of `work`, or that of `onTimeout` once `timeoutMs` have passed. The work is not aborted; its later result
 * or error is dropped.
 * @param timeoutMs milliseconds, greater than 0
 * @throws the error of `work` or of `onTimeout`
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  const late = Promise.withResolvers<typeof timedOut>();
  const timer = setTimeout(() => late.resolve(timedOut), timeoutMs);
  try {
    const result = await Promise.race([work, late.promise]);
    return result === timedOut ? onTimeout() : result;
  } finally {
    clearTimeout(timer);
  }
}
