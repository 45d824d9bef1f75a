/** How every document requested for the ads of a break was answered: the ad server's own and those of its wrappers. */
import { DomainError } from '@interlude/contract/errors';
import type { AdRequestStep } from './record-steps.ts';

export interface LoggedRequest extends AdRequestStep {
  /** Epoch ms. */
  readonly startedAtMs: number;
  /** The deadline passed before the answer. */
  readonly isLate: boolean;
}

export interface AnsweredRequest {
  readonly status: number;
  readonly text: string;
  readonly bytes: number;
}

type Requested = Pick<AdRequestStep, 'url' | 'method' | 'depth'>;

const isTimeout = (error: unknown) =>
  error instanceof DomainError && error.code === 'FETCH_TIMEOUT';
const noAnswer = { status: undefined, text: '', bytes: 0 } as const;

export class RequestLog {
  readonly #now: () => number;
  readonly #requests: (() => LoggedRequest)[] = [];

  /** @param now epoch ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** In the order in which the requests were sent; one without an answer yet is late. */
  get requests(): LoggedRequest[] {
    return this.#requests.map((request) => request());
  }

  /** Sends and records a request. @throws the error of `send` */
  async add(
    requested: Requested & { readonly signal?: AbortSignal },
    send: () => Promise<AnsweredRequest>,
  ): Promise<AnsweredRequest> {
    const { signal, ...about } = requested;
    const startedAtMs = this.#now();
    const at = () => ({ ...about, startedAtMs, tookMs: Math.max(0, this.#now() - startedAtMs) });
    const place = this.#requests.length;
    this.#requests.push(() => ({ ...at(), ...noAnswer, error: 'no answer', isLate: true }));
    const end = (logged: LoggedRequest) => {
      this.#requests[place] = () => logged;
    };
    try {
      const answer = await send();
      const { status, text, bytes } = answer;
      end({ ...at(), status, text, bytes, error: undefined, isLate: false });
      return answer;
    } catch (reason) {
      const error = reason instanceof Error ? reason.message : String(reason);
      end({ ...at(), ...noAnswer, error, isLate: signal?.aborted === true || isTimeout(reason) });
      throw reason;
    }
  }
}
