/** A call that takes its time: one at a time, it can be given up, and it ends with its screen. */
import { useEffect, useRef, useState } from 'react';

export interface CancellableCall<Wish, Answer> {
  /** What the answer or the failure is about. */
  readonly asked: Wish | undefined;
  readonly answer: Answer | undefined;
  readonly error: unknown;
  readonly running: boolean;
  /** Gives up the one before. Undefined when it failed or was given up itself. */
  readonly start: (wish: Wish) => Promise<Answer | undefined>;
  readonly cancel: () => void;
  /** Forgets the answer and the failure. */
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
