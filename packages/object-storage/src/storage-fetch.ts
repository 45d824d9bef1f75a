/** `fetch` for the clients of storages: through the egress guard, with retries of failures that may pass. */
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';

const ATTEMPTS = 4;
/** Milliseconds before the second attempt; doubled for each further one. */
const FIRST_PAUSE_MS = 200;

/** 429, and server errors that may pass: S3 answers 503 SlowDown, Azure 503 ServerBusy. */
function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505 && status !== 507);
}

function mayHelpAgain(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'FETCH_FAILED';
}

type Outcome = { readonly answer: Response } | { readonly error: unknown };

async function settled(work: Promise<Response>): Promise<Outcome> {
  return work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}

function isFinal(outcome: Outcome): boolean {
  return 'answer' in outcome ? !isPassing(outcome.answer.status) : !mayHelpAgain(outcome.error);
}

/** Retries every request: a repeated one writes the same bytes to the same place. */
export function createStorageFetch(
  egress: Pick<Egress, 'fetch'>,
  signal: AbortSignal | undefined,
  onAnswer: (answer: Response) => void = () => undefined,
): typeof globalThis.fetch {
  const abortable = signal === undefined ? {} : { signal };
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await settled(egress.fetch(input, { ...init, ...abortable }));
      if (attempt === ATTEMPTS || isFinal(outcome)) {
        if ('error' in outcome) throw outcome.error;
        onAnswer(outcome.answer);
        return outcome.answer;
      }
      if ('answer' in outcome) await outcome.answer.body?.cancel();
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, abortable);
    }
  };
}
