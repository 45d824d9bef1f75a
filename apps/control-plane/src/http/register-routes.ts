/**
 * Binds the contract's table to handlers: authenticate → validate → handle → serialise by the
 * answer's schema, which drops all keys that it does not name. A route without a
 * handler is a start error.
 */
import {
  idempotencyReplayedHeader,
  type Page,
  requestValue,
  totalCountHeader,
} from '@interlude/contract';
import { allRoutes, type Route } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { AuditRequest } from '@interlude/persistence';
import { clientNetwork } from '@interlude/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compileAnswerText } from './answer-text.ts';
import type { Authenticate } from './authenticate.ts';
import type { Caller, ContractHandlers } from './call.ts';
import { invalidBody, invalidQuery } from './field-errors.ts';
import { type Idempotent, idempotencyKeyOf } from './idempotency.ts';

type AnyHandler = (call: {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller | undefined;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<unknown>;

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}

function handlerOf(handlers: ContractHandlers, name: string): AnyHandler {
  const [resource = '', operation = ''] = name.split('.');
  const group: unknown = Reflect.get(handlers, resource);
  const handler: unknown =
    typeof group === 'object' && group !== null ? Reflect.get(group, operation) : undefined;
  if (!isHandler(handler)) throw new Error(`The route ${name} has no handler.`);
  return handler;
}

function readQuery(route: Route, request: FastifyRequest): unknown {
  if (!route.query) return undefined;
  const parsed = requestValue.pipe(route.query).safeParse(request.query ?? {});
  if (!parsed.success) throw invalidQuery(parsed.error);
  return parsed.data;
}

function readBody(route: Route, request: FastifyRequest): unknown {
  if (!route.body) return undefined;
  const parsed = requestValue.pipe(route.body).safeParse(request.body ?? {});
  if (!parsed.success) throw invalidBody(parsed.error);
  return parsed.data;
}

/** Ids are generated, or names of tenants: short, without characters that are unsafe in logs and headers. */
function readParams(request: FastifyRequest): unknown {
  const params: unknown = request.params;
  for (const value of Object.values(params ?? {})) {
    // PostgreSQL refuses NUL; no id holds other control characters.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
    if (typeof value !== 'string' || value.length > 300 || /[\u0000-\u001f]/.test(value)) {
      throw domainError('REQUEST_INVALID', { reason: 'the id in the path is not valid' });
    }
  }
  return params;
}

function isPage(value: unknown): value is Page<unknown> {
  return typeof value === 'object' && value !== null && 'rows' in value && 'total' in value;
}

function sendAnswer(
  route: Route,
  result: unknown,
  text: (value: unknown) => string,
  reply: FastifyReply,
): FastifyReply {
  void reply.code(route.status ?? 200).header('cache-control', 'no-store');
  if (route.status === 204) return reply.send();
  let value = result;
  if (route.list) {
    if (!isPage(result)) throw new Error(`${route.path} is a list: its handler answers a page.`);
    void reply.header(totalCountHeader, String(result.total));
    value = result.rows;
  }
  return reply.type('application/json; charset=utf-8').send(text(value));
}

/** Runs a handler so that its changes are written to the audit log. */
export type Audit = <T>(
  by: Pick<AuditRequest, 'route'> & {
    readonly request: FastifyRequest;
    readonly caller: Caller | undefined;
  },
  work: () => Promise<T>,
) => Promise<T>;

interface BindOptions {
  readonly authenticate: Authenticate;
  readonly audit: Audit;
  readonly idempotent: Idempotent;
}

/** Sends the answer of an idempotent request: that of the first one when it is replayed. */
function sendText(
  reply: FastifyReply,
  { status, text, isReplayed }: Awaited<ReturnType<Idempotent>>,
): FastifyReply {
  void reply.code(status).header('cache-control', 'no-store');
  if (isReplayed) void reply.header(idempotencyReplayedHeader, 'true');
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
}

function bind(
  app: FastifyInstance,
  { name, route }: { readonly name: string; readonly route: Route },
  handler: AnyHandler,
  { authenticate, audit, idempotent }: BindOptions,
): void {
  // The one place where the audit log learns of a request: no handler and no store names it (ADR 0041).
  const isAudited = route.method !== 'GET' && route.changes !== false;
  const text = compileAnswerText(route.answer);
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === 'GET' && !route.stream,
    handler: async (request, reply) => {
      const caller =
        route.roles === 'public'
          ? undefined
          : await authenticate(request, { ...route, roles: route.roles });
      const params = readParams(request);
      const query = readQuery(route, request);
      const body = readBody(route, request);
      const call = {
        params,
        query,
        body,
        caller,
        ip: clientNetwork(request.clientAddress),
        request,
        reply,
      };
      const run = () =>
        isAudited ? audit({ route: name, request, caller }, () => handler(call)) : handler(call);
      const key = caller && idempotencyKeyOf(route, request);
      if (caller !== undefined && key !== undefined) {
        const answer = await idempotent({ key, caller, request }, async () => {
          const answered = await run();
          const status = route.status ?? 200;
          return { status, text: status === 204 ? '' : text(answered) };
        });
        return sendText(reply, answer);
      }
      const result = await run();
      return route.stream ? reply : sendAnswer(route, result, text, reply);
    },
  });
}

export function registerRoutes(
  app: FastifyInstance,
  handlers: ContractHandlers,
  options: BindOptions,
): void {
  for (const { name, route } of allRoutes()) {
    bind(app, { name, route }, handlerOf(handlers, name), options);
  }
}
