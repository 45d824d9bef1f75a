/** For component tests: the network answers what is written down, and remembers what was asked. */

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly total?: number;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

/**
 * @param answers by `METHOD /path`; a call that is not written down is answered by 500
 * @returns what was asked so far, and the way back to the real network
 */
export function answerCalls(
  answers: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>>,
) {
  const asked: Asked[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method, url, body };
    asked.push(call);
    const found = answers[`${method} ${url.pathname}`];
    const answer = typeof found === 'function' ? found(call) : found;
    const {
      status = 200,
      body: sent,
      total,
    } = answer ?? {
      status: 500,
      body: { message: `nothing is written down for ${method} ${url.pathname}` },
    };
    return new Response(status === 204 ? null : JSON.stringify(sent), {
      status,
      headers: total === undefined ? {} : { 'x-total-count': String(total) },
    });
  };
  return {
    asked,
    /** Calls of a method and path, e.g. `PUT /api/v2/systems/s1`. */
    calls: (call: string) =>
      asked.filter(({ method, url }) => `${method} ${url.pathname}` === call),
    restore: () => {
      globalThis.fetch = real;
    },
  };
}
