/** OpenAPI 3.1, generated from the contract's table alone. */
import {
  appMetadata,
  channel,
  channelInput,
  channelUpdate,
  errorCatalogue,
  job,
  notification,
  tenant,
  totalCountHeader,
  user,
  userUpdate,
} from '@interlude/contract';
import {
  allRoutes,
  channelSummary,
  mail,
  pathParameters,
  type Route,
} from '@interlude/contract/api';
import type { ErrorCode } from '@interlude/contract/errors';
import { z } from 'zod';

type Json = Record<string, unknown>;

const components: readonly { name: string; schema: z.ZodType; io: 'input' | 'output' }[] = [
  { name: 'AppMetadata', schema: appMetadata, io: 'output' },
  { name: 'Channel', schema: channel, io: 'output' },
  { name: 'ChannelInput', schema: channelInput, io: 'input' },
  { name: 'ChannelSummary', schema: channelSummary, io: 'output' },
  { name: 'ChannelUpdate', schema: channelUpdate, io: 'input' },
  { name: 'Job', schema: job, io: 'output' },
  { name: 'Mail', schema: mail, io: 'output' },
  { name: 'Notification', schema: notification, io: 'output' },
  { name: 'Tenant', schema: tenant, io: 'output' },
  { name: 'User', schema: user, io: 'output' },
  { name: 'UserUpdate', schema: userUpdate, io: 'input' },
];
const componentNames = new Map(components.map(({ schema, name }) => [schema, name]));

/** JSON schema 2020-12 of a zod schema, as OpenAPI 3.1 takes it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function schemaOrReference(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = componentNames.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    return { type: 'array', items: schemaOrReference(schema.element, io) };
  }
  return jsonSchema(schema, io);
}

/** The same rule as the server's. */
const takesIdempotencyKey = ({ method, roles, upload, stream }: Route) =>
  method === 'POST' && roles !== 'public' && !upload && !stream;

/** Errors of any route of a kind. */
export function routeErrors(route: Route): ErrorCode[] {
  const always: ErrorCode[] = ['REQUEST_INVALID', 'INTERNAL', 'NOT_READY'];
  const guarded: ErrorCode[] = [
    'TOKEN_INVALID',
    'ROLE_MISSING',
    'ROLE_FORBIDDEN',
    'TENANT_FORBIDDEN',
    'API_KEY_SCOPE_MISSING',
    'TOO_MANY_REQUESTS',
  ];
  const sentAgain: ErrorCode[] = [
    'IDEMPOTENCY_KEY_INVALID',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_UNANSWERED',
  ];
  const withBody: ErrorCode[] = ['INVALID_FIELDS', 'BODY_TOO_LARGE'];
  const codes = [
    ...route.errors,
    ...(route.roles === 'public' ? [] : guarded),
    ...(route.personOnly ? (['API_KEY_REFUSED'] as const) : []),
    ...(takesIdempotencyKey(route) ? sentAgain : []),
    ...(route.body ? withBody : []),
    ...always,
  ];
  return [...new Set(codes)];
}

function errorResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of routeErrors(route)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

function goodResponse(route: Route): Json {
  if (route.status === 204) return { description: 'Done; no body' };
  const type = route.stream ? 'text/event-stream' : 'application/json';
  return {
    description: 'Done',
    ...(route.list && {
      headers: {
        [totalCountHeader]: {
          description: 'Number of all rows that match, without limit and offset',
          schema: { type: 'integer' },
        },
      },
    }),
    content: { [type]: { schema: schemaOrReference(route.answer, 'output') } },
  };
}

function queryParameters(query: z.ZodObject): Json[] {
  const schema = jsonSchema(query, 'input');
  const properties = z.record(z.string(), z.looseObject({})).parse(schema['properties'] ?? {});
  const required = z.array(z.string()).parse(schema['required'] ?? []);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

function parameters(route: Route): Json[] {
  return [
    ...pathParameters(route.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(route.query ? queryParameters(route.query) : []),
    ...(route.roles === 'public' ? [] : [{ $ref: '#/components/parameters/SelectedTenant' }]),
    ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

/** Form fields are described in the manual; the file is the last part. */
const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
};

function operation(name: string, route: Route): Json {
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.roles !== 'public' && { description: `User roles: ${route.roles.join(', ')}.` }),
    security: route.roles === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOrReference(route.body, 'input') } },
      },
    }),
    ...(route.upload === true && { requestBody: uploadBody }),
    responses: { [route.status ?? 200]: goodResponse(route), ...errorResponses(route) },
  };
}

const errorSchema = {
  type: 'object',
  required: ['code', 'name', 'message'],
  properties: {
    code: { type: 'integer', description: 'the HTTP status' },
    name: { type: 'string' },
    errorCode: { type: 'string', enum: Object.keys(errorCatalogue) },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
    requestId: { type: 'string' },
  },
};

/** The whole description. `servers` is `publicUrl`. */
export function openApiDocument(options: { publicUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const { name, route } of allRoutes()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Interlude',
      version: options.version,
      description: 'Server-side ad insertion: the API of the control plane.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl }],
    tags: [...new Set(allRoutes().map(({ route }) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Error: errorSchema,
        ...Object.fromEntries(
          components.map(({ name, schema, io }) => [name, jsonSchema(schema, io)]),
        ),
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Sent again with the same key within a day, the request is carried out once',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        SelectedTenant: {
          name: 'Selected-tenant',
          in: 'header',
          required: false,
          description: 'Id of one of the tenants of the user; left out = the current company',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token (JWT) or an API key (UUID)',
        },
      },
    },
  };
}
