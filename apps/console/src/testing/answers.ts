/** For component tests: answers in place of the network, by method and path, and what was asked. */

export interface Asked {
  /** `POST /api/v2/titles`. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** Status and body, or a body that is answered with 200. */
type Answer = readonly [status: number, body: unknown] | Readonly<Record<string, unknown>>;

/** @param table an array of rows is a list answer with its total */
export function answering(
  table: Readonly<Record<string, Answer | readonly Readonly<Record<string, unknown>>[]>>,
): { readonly asked: Asked[]; readonly restore: () => void } {
  const asked: Asked[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), 'http://console.test');
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ call, query: searchParams, body });
    const answer = table[call];
    if (answer === undefined) return json(404, { code: 404, message: `no answer for ${call}` });
    if (isPair(answer)) return json(answer[0], answer[1]);
    return json(200, answer);
  };
  return {
    asked,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}

function isPair(answer: unknown): answer is readonly [number, unknown] {
  return Array.isArray(answer) && answer.length === 2 && typeof answer[0] === 'number';
}

function json(status: number, body: unknown): Response {
  const total = Array.isArray(body) ? { 'x-total-count': String(body.length) } : {};
  return new Response(JSON.stringify(body), { status, headers: total });
}
