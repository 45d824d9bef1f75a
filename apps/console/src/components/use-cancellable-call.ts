/** A long call: one at a time, cancellable, aborted when its screen is left. */
import { useEffect, useRef, useState } from 'react';

export interface CancellableCall<Request, Answer> {
  /** The input of the answer or the failure. */
  readonly requested: Request | undefined;
  readonly answer: Answer | undefined;
  readonly error: unknown;
  readonly running: boolean;
  /** Cancels the previous call. @returns undefined when the call failed or was cancelled */
  readonly start: (request: Request) => Promise<Answer | undefined>;
  readonly cancel: () => void;
  /** Drops the answer and the failure. */
  readonly clear: () => void;
}

interface CallState<Request, Answer> {
  readonly requested?: Request;
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly running: boolean;
}

export function useCancellableCall<Request, Answer>(
  call: (request: Request, signal: AbortSignal) => Promise<Answer>,
): CancellableCall<Request, Answer> {
  const [state, setState] = useState<CallState<Request, Answer>>({ running: false });
  const open = useRef<AbortController>(null);
  useEffect(() => () => open.current?.abort(), []);
  const cancel = () => {
    open.current?.abort();
    setState((known) => ({ ...known, running: false }));
  };
  const start = async (request: Request): Promise<Answer | undefined> => {
    open.current?.abort();
    const mine = new AbortController();
    open.current = mine;
    setState({ requested: request, running: true });
    try {
      const answer = await call(request, mine.signal);
      if (mine.signal.aborted) return;
      setState({ requested: request, answer, running: false });
      return answer;
    } catch (error) {
      if (!mine.signal.aborted) setState({ requested: request, error, running: false });
      return;
    }
  };
  const clear = () => setState({ running: false });
  const { requested, answer, error, running } = state;
  return { requested, answer, error, running, start, cancel, clear };
}
