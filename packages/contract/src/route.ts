/**
 * Routes as values. One table of them gives the server its validation, `/openapi.json`, the typed
 * client, the permission matrix and the isolation test (ADR 0003). Never write a path twice.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors/errors.ts';
import type { UserRole } from './roles.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: HttpMethod;
  /** With `:name` for parameters, e.g. `/api/v2/channels/:id`. */
  readonly path: `/${string}`;
  /** `public` needs no token; otherwise the user roles that may call it. */
  readonly roles: 'public' | readonly UserRole[];
  readonly summary: string;
  readonly tag: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** Status of the answer without an error; default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The answer is an array and `x-total-count` carries the total. */
  readonly list?: true;
  /** Codes this route adds to those every route can answer. */
  readonly errors: readonly ErrorCode[];
  /** Of a route that is no GET: it changes nothing that is stored, so that the audit log has no entry of it. */
  readonly changes?: false;
  /** No API key may call it, whatever its role: it would make itself another key. */
  readonly personOnly?: true;
  /** The answer is no JSON: the server binds it by hand (SSE, pages). */
  readonly stream?: true;
  /** The body is multipart/form-data with one file, which the handler reads as it comes. */
  readonly upload?: true;
}

/**
 * Declares a route and keeps its literal type.
 * @see ADR 0003
 */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type PathParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<R extends Route> = {
  readonly [Name in PathParameterNames<R['path']>]: string;
};
export type QueryOf<R extends Route> = R extends { query: infer Q extends z.ZodObject }
  ? z.output<Q>
  : undefined;
export type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined;
export type AnswerOf<R extends Route> = z.output<R['answer']>;
/** Value that a handler returns, from which the answer schema removes the fields that must not leave the server. */
export type AnswerInputOf<R extends Route> = z.input<R['answer']>;

type WithParams<R extends Route> =
  PathParameterNames<R['path']> extends never ? object : { params: ParamsOf<R> };
type WithQuery<R extends Route> = R extends { query: infer Q extends z.ZodObject }
  ? { query?: z.input<Q> }
  : object;
type WithBody<R extends Route> = R extends { body: infer B extends z.ZodType }
  ? { body: z.input<B> }
  : object;
/** Argument of a call by the typed client. */
export type RouteInput<R extends Route> = WithParams<R> & WithQuery<R> & WithBody<R>;

/**
 * Names of the `:parameters` in a path, in their order.
 * @see ADR 0003
 */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => String(match[1]));
}

/**
 * The path with its parameters percent-encoded and the query appended; undefined values are left out.
 * @see RFC 3986 §2.1; ADR 0003
 */
export function routeUrl(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}
