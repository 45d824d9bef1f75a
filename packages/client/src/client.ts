/**
 * The API as an object: `client.channels.list()`. Its methods are those of the route table, so it is complete by
 * construction (ADR 0048). Needs `fetch` alone: Node, browsers, Deno, Bun.
 */
import { selectedTenantHeader } from '@interlude/contract';
import {
  type ClientAnswer,
  contract,
  createClient,
  type Route,
  type RouteInput,
} from '@interlude/contract/api';
import { type CallOptions, type SentWith, sendRoute } from './send.ts';

export interface InterludeOptions extends Partial<SentWith> {
  /** Address of the console, e.g. `https://interlude.example.com`. */
  readonly url: string;
  /** An API key or an access token; a function is called before each request. */
  readonly key: string | (() => string | Promise<string>);
  /** Id of the company, for a token of a person in several; an API key has its own. */
  readonly company?: string | undefined;
}

type Resources = typeof contract;
/** Files and streams of events go through `fetch`. */
type NotJson = { readonly stream: true } | { readonly upload: true };

type Input<R extends Route> = RouteInput<R>;
type Arguments<R extends Route> =
  object extends Input<R>
    ? [input?: Input<R>, options?: CallOptions]
    : [input: Input<R>, options?: CallOptions];

type Row<R extends Route> = ClientAnswer<R> extends readonly (infer One)[] ? One : never;

interface AllRows<R extends Route> {
  /** All rows, page by page; one that is added meanwhile is not given twice. */
  all(...given: Arguments<R>): AsyncGenerator<Row<R>, void, undefined>;
}

/** One route as a function. It rejects with `ApiError`, or with `ConnectionError` when there was no answer. */
export type Method<R extends Route> = ((...given: Arguments<R>) => Promise<ClientAnswer<R>>) &
  (R extends { readonly list: true } ? AllRows<R> : object);

/** Every route of the contract that is answered in JSON. */
export type Interlude = {
  readonly [Resource in keyof Resources]: {
    readonly [Name in keyof Resources[Resource] as Resources[Resource][Name] extends NotJson
      ? never
      : Name]: Resources[Resource][Name] extends Route ? Method<Resources[Resource][Name]> : never;
  };
};

/** Rows of one request of `all`. */
const pageRows = 100;

const defaults: Omit<SentWith, 'fetch'> = { timeoutMs: 30_000, retries: 2, retryDelayMs: 500 };

type AnyInput = Record<string, unknown> & { query?: Record<string, unknown> };
type Call = (input?: AnyInput, options?: CallOptions) => Promise<unknown>;

async function* allRows(call: Call, input: AnyInput = {}, options: CallOptions = {}) {
  const given = new Set<unknown>();
  const { limit = pageRows, offset: first = 0, ...query } = input.query ?? {};
  for (let offset = Number(first); ; ) {
    const page = await call({ ...input, query: { ...query, limit, offset } }, options);
    const rows = page as readonly { readonly id?: unknown }[] & { readonly totalCount: number };
    for (const row of rows) {
      if (row.id !== undefined && given.has(row.id)) continue;
      given.add(row.id);
      yield row;
    }
    offset += rows.length;
    if (rows.length === 0 || offset >= rows.totalCount) return;
  }
}

/** An address of http or https without credentials; no slash at the end. */
function baseUrlOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '')
    throw new TypeError('The address is one such as https://interlude.example.com.');
  return url.replace(/\/+$/, '');
}

/**
 * A client of the API of an installation.
 * @example const { totalCount } = await createInterludeClient({ url, key }).channels.list();
 * @throws {TypeError} when the address is malformed
 * @see ADR 0048
 */
export function createInterludeClient(options: InterludeOptions): Interlude {
  const { key, company, url, ...given } = options;
  const baseUrl = baseUrlOf(url);
  const sentWith: SentWith = { fetch: globalThis.fetch, ...defaults, ...given };

  const methodOf = (route: Route): Call => {
    const call: Call = async (input = {}, callOptions = {}) => {
      const bearer = typeof key === 'function' ? await key() : key;
      const headers = {
        authorization: `Bearer ${bearer}`,
        ...(company !== undefined && { [selectedTenantHeader]: company }),
      };
      const fetch = sendRoute(sentWith, route, callOptions);
      const send = createClient({ baseUrl, fetch, headers: () => headers });
      return await send(route, input as never);
    };
    const all = (input?: AnyInput, callOptions?: CallOptions) => allRows(call, input, callOptions);
    return route.list ? Object.assign(call, { all }) : call;
  };

  const resources = Object.entries(contract).map(([resource, routes]) => {
    const known: [string, Route][] = Object.entries(routes);
    const methods = known
      .filter(([, route]) => !route.stream && !route.upload)
      .map(([name, route]) => [name, methodOf(route)]);
    return [resource, Object.fromEntries(methods)];
  });
  return Object.fromEntries(resources);
}
