/** A call that takes its time: one at a time, it can be given up, and it ends with its screen. */
import { useEffect, useRef, useState } from 'react';

export interface CancellableCall<Wish, Answer> {
  readonly answer: Answer | undefined;
  readonly error: unknown;
  readonly running: boolean;
  /** Gives up the one before. Undefined when it failed or was given up itself. */
  readonly start: (wish: Wish) => Promise<Answer | undefined>;
  readonly cancel: () => void;
  /** Forgets the answer and the failure. */
  readonly clear: () => void;
}

interface CallState<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly running: boolean;
}

export function useCancellableCall<Wish, Answer>(
  call: (wish: Wish, signal: AbortSignal) => Promise<Answer>,
): CancellableCall<Wish, Answer> {
  const [state, setState] = useState<CallState<Answer>>({ running: false });
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
    setState({ running: true });
    try {
      const answer = await call(wish, mine.signal);
      if (mine.signal.aborted) return;
      setState({ answer, running: false });
      return answer;
    } catch (error) {
      if (!mine.signal.aborted) setState({ error, running: false });
      return;
    }
  };
  const clear = () => setState({ running: false });
  return { answer: state.answer, error: state.error, running: state.running, start, cancel, clear };
}
