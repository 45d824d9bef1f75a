/** One attempt at a time, and the sentence of the last one that failed. */
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';

export function useAttempt(onFailure?: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error));
      onFailure?.(error);
    }
    setBusy(false);
  };
  return { busy, problem, attempt };
}
