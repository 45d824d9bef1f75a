/**
 * The typed client over the route table, around a `fetch` of the caller, so that the browser, tests and tools share it.
 * The caller adds tokens, renews them and shows messages.
 */
import type { ErrorBody } from './errors/errors.ts';
import { totalCountHeader } from './headers.ts';
import { type AnswerOf, type Route, type RouteInput, routeUrl } from './route.ts';

interface ClientResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}
export type ClientFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<ClientResponse>;

export interface ClientOptions {
  /** Origin without a slash at the end; empty = same origin. */
  readonly baseUrl: string;
  readonly fetch: ClientFetch;
  /** Called before each request: authorisation, Selected-tenant. */
  readonly headers: () => Record<string, string>;
}

/** An array answer of a list route, with the number of all rows (API-015). */
export type ListAnswer<Rows> = Rows & { readonly totalCount: number };
export type ClientAnswer<R extends Route> = R extends { list: true }
  ? ListAnswer<AnswerOf<R>>
  : AnswerOf<R>;

/** A call that failed: an answer above 399, or a body whose numeric `code` is above 399 (LIST-017). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
  readonly error: Partial<ErrorBody> & Readonly<Record<string, unknown>>;

  constructor(status: number, statusText: string, body: string) {
    const error = parseObject(body);
    super(typeof error['message'] === 'string' ? error['message'] : statusText);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.error = error;
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

export type Client = <R extends Route>(
  route: R,
  ...input: object extends RouteInput<R>
    ? [input?: RouteInput<R> & { signal?: AbortSignal }]
    : [input: RouteInput<R> & { signal?: AbortSignal }]
) => Promise<ClientAnswer<R>>;

/**
 * A typed client of the API: one function for every route of the contract.
 * @returns a function that rejects with `ApiError` for an answer that is a failure
 * @see ERR-010, LIST-017
 */
export function createClient(options: ClientOptions): Client {
  const call = async (route: Route, input: Record<string, unknown> = {}): Promise<unknown> => {
    const { params, query, body, signal } = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
      signal?: AbortSignal;
    };
    const answer = await options.fetch(options.baseUrl + routeUrl(route.path, params, query), {
      method: route.method,
      headers: {
        ...options.headers(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const text = await answer.text();
    const code = parseObject(text)['code'];
    if (!answer.ok || (typeof code === 'number' && code > 399)) {
      throw new ApiError(answer.status, answer.statusText, text);
    }
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (!route.list) return value;
    const total = Number(answer.headers.get(totalCountHeader) ?? Number.NaN);
    return Object.assign(value as unknown[], {
      totalCount: Number.isNaN(total) ? (value as unknown[]).length : total,
    });
  };
  return call as Client;
}
