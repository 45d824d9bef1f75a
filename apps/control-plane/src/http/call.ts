/**
 * Arguments and answer of a handler. The types come from the contract's route: a handler cannot read a parameter that
 * the route does not have, nor give an answer that the schema refuses.
 */
import type { Page, UserRole } from '@interlude/contract';
import type {
  AnswerInputOf,
  BodyOf,
  contract,
  ParamsOf,
  QueryOf,
  Route,
} from '@interlude/contract/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** User, tenant and role of a call; read from the database at each call. */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly tenantId: string;
  readonly role: UserRole;
  /** Name of the API key; undefined: a person with a token. */
  readonly apiKey?: string | undefined;
  /** Undefined for an API key, and with an external identity provider. */
  readonly sessionId?: string | undefined;
  /** Ids of all tenants of the user. */
  readonly companies: readonly string[];
}

export interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly caller: R['roles'] extends 'public' ? undefined : Caller;
  /** Network of the client, for rate limits; never logged. */
  readonly ip: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type RowOf<Answer> = Answer extends readonly (infer Row)[] ? Row : never;

export type HandlerAnswer<R extends Route> = R extends { stream: true }
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a stream handler writes to the reply and gives nothing back
    void
  : R extends { list: true }
    ? Page<RowOf<AnswerInputOf<R>>>
    : AnswerInputOf<R>;

export type Handler<R extends Route> = (call: Call<R>) => Promise<HandlerAnswer<R>>;

/** One handler for each route of a resource. */
export type Handlers<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: Handler<Routes[Name]>;
};

/** One set of handlers for each resource of the contract. */
export type ContractHandlers = {
  readonly [Resource in keyof typeof contract]: Handlers<(typeof contract)[Resource]>;
};
