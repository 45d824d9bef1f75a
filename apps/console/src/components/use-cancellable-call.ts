/** A long call: one at a time, cancellable, aborted when its screen is left. */
import { useEffect, useRef, useState } from 'react';

export interface CancellableCall<Wish, Answer> {
  /** The input of the answer or the failure. */
  readonly asked: Wish | undefined;
  readonly answer: Answer | undefined;
  readonly error: unknown;
  readonly running: boolean;
  /** Cancels the previous call. @returns undefined when the call failed or was cancelled */
  readonly start: (wish: Wish) => Promise<Answer | undefined>;
  readonly cancel: () => void;
  /** Drops the answer and the failure. */
  readonly clear: () => void;
}

interface CallState<Wish, Answer> {
  readonly asked?: Wish;
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly running: boolean;
}

export function useCancellableCall<Wish, Answer>(
  call: (wish: Wish, signal: AbortSignal) => Promise<Answer>,
): CancellableCall<Wish, Answer> {
  const [state, setState] = useState<CallState<Wish, Answer>>({ running: false });
  const open = useRef<AbortController>(null);
  useEffect(() => () => open.current?.abort(), []);
  const cancel = () => {
    open.current?.abort();
    setState((known) => ({ ...known, running: false }));
  };
  const start = async (wish: Wish): Promise<Answer | undefined> => {
    open.current?.abort();
    const mine = new AbortController();
    open.current = mine;
    setState({ asked: wish, running: true });
    try {
      const answer = await call(wish, mine.signal);
      if (mine.signal.aborted) return;
      setState({ asked: wish, answer, running: false });
      return answer;
    } catch (error) {
      if (!mine.signal.aborted) setState({ asked: wish, error, running: false });
      return;
    }
  };
  const clear = () => setState({ running: false });
  const { asked, answer, error, running } = state;
  return { asked, answer, error, running, start, cancel, clear };
}
