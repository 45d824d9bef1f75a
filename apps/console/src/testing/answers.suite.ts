/**
 * The API in component tests (ADR 0012): a `fetch` that answers with given data and holds both sides to the contract.
 * A request has to match a route with its query and body; an answer has to have the status and the schema of that
 * route. A breach fails the request, and the test when it restores the network.
 */
import { errorCatalogue, totalCountHeader } from '@interlude/contract';
import { allRoutes, type Route } from '@interlude/contract/api';
import { domainError, type ErrorCode } from '@interlude/contract/errors';

interface Answer {
  /** Default: the status of the route's success. */
  readonly status?: number;
  readonly body?: unknown;
  /** Number of all rows of a list; default: the rows of the answer. */
  readonly total?: number;
}

export interface Requested {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

type Answers = Readonly<
  Record<
    string,
    Answer | ((requested: Requested) => Answer | undefined | Promise<Answer | undefined>)
  >
>;

const routes = allRoutes().map(({ name, route }) => {
  const pattern = route.path.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.');
  return {
    name,
    route,
    path: new RegExp(`^${pattern}$`),
    parameters: route.path.split(':').length,
  };
});

/** A fixed path wins over one with parameters: `/channels/summary` over `/channels/:id`. */
function findRoute({ method, url }: Requested): { name: string; route: Route } {
  const [found] = routes
    .filter(({ route, path }) => route.method === method && path.test(url.pathname))
    .toSorted((a, b) => a.parameters - b.parameters);
  if (found === undefined) throw new Error(`no route of the contract: ${method} ${url.pathname}`);
  return found;
}

function check(schema: Route['answer'], value: unknown, what: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${what} breaks the contract: ${issue?.path.join('.')}: ${issue?.message}`);
}

function checkRequest(name: string, route: Route, { url, body }: Requested): void {
  const query = Object.fromEntries(url.searchParams);
  if (route.query !== undefined) check(route.query, query, `the query of ${name}`);
  if (route.body !== undefined) check(route.body, body, `the body of ${name}`);
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code);

/** `code` repeats the status. An `errorCode` stands in the catalogue with that status, and gives the message. */
function completeError(name: string, status: number, body: unknown): object {
  const { errorCode, ...rest }: Record<string, unknown> = { ...Object(body) };
  const known = isErrorCode(errorCode) ? domainError(errorCode).toBody() : undefined;
  const error = { code: status, ...known, ...rest };
  const isComplete = error.code === status && typeof Object(error).message === 'string';
  if (!isComplete || (known === undefined) !== (errorCode === undefined)) {
    throw new Error(`${name} has no such error: ${status} ${JSON.stringify(body)}`);
  }
  return error;
}

function respond(name: string, route: Route, answer: Answer): Response {
  const { body, total } = answer;
  const { status: success = 200 } = route;
  const { status = success } = answer;
  if (status >= 400) return Response.json(completeError(name, status, body), { status });
  if (status !== success) throw new Error(`${name} answers ${success}, not ${status}`);
  if (status === 204) return new Response(null, { status });
  const value = check(route.answer, body, `the answer of ${name}`);
  const rows = Array.isArray(value) ? value.length : 0;
  const headers = route.list ? { [totalCountHeader]: String(total ?? rows) } : {};
  return Response.json(value, { status, headers });
}

const unanswered: Answer = {
  status: 500,
  body: { message: 'The test has no answer.' },
};

/**
 * @param answers by `METHOD /path`; a function answers each call anew. Other routes answer 500.
 * @returns the requests so far; `restore` brings back the real network and throws when the contract was breached
 */
export function answerCalls(answers: Answers) {
  const requested: Requested[] = [];
  const breaches: unknown[] = [];
  const real = globalThis.fetch;
  const answerCall = async (call: Requested): Promise<Response> => {
    const { name, route } = findRoute(call);
    const given = answers[`${call.method} ${call.url.pathname}`];
    const answer = (typeof given === 'function' ? await given(call) : given) ?? unanswered;
    if ((answer.status ?? 200) < 400) checkRequest(name, route, call);
    return respond(name, route, answer);
  };
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method: init?.method ?? 'GET', url, body };
    requested.push(call);
    try {
      return await answerCall(call);
    } catch (error) {
      breaches.push(error);
      throw error;
    }
  };
  return {
    requested,
    /** Calls of a method and path, e.g. `PUT /api/v2/systems/s1`. */
    calls: (call: string) =>
      requested.filter(({ method, url }) => `${method} ${url.pathname}` === call),
    restore: () => {
      globalThis.fetch = real;
      const [breach] = breaches.splice(0);
      if (breach !== undefined) throw breach;
    },
  };
}
