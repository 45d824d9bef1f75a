/**
 * `GET /api/v2/upload-events?token=…` as a websocket. The token is a ticket or an access token; the address is never
 * logged. A page of another origin is refused: browsers let any page open a socket.
 */
import websocket from '@fastify/websocket';
import { isUserRole, selectedTenantHeader, uploadEventsPath } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FindMember, VerifyToken } from '../../../http/authenticate.ts';
import type { UploadSockets } from './upload-sockets.ts';
import type { SocketUser, UploadTickets } from './upload-tickets.ts';

/** Of a message from a client; none is expected. */
const maxMessageBytes = 1_024;

export interface UploadSocketOptions {
  readonly sockets: UploadSockets;
  readonly tickets: Pick<UploadTickets, 'use'>;
  readonly verify: VerifyToken;
  readonly findMember: FindMember;
  readonly publicUrl: string;
}

interface Listener {
  readonly user: SocketUser;
  /** Expiry of the access token, epoch ms; undefined for a ticket, which is valid once. */
  readonly untilMs: number | undefined;
}

function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  // Clients other than browsers send no Origin; they authenticate by their token.
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

export async function serveUploadSocket(
  app: FastifyInstance,
  options: UploadSocketOptions,
): Promise<void> {
  const { sockets, tickets, verify, findMember, publicUrl } = options;

  async function byAccessToken(token: string, wanted: string): Promise<Listener> {
    const verified = await verify(token);
    const member = await findMember(verified);
    if (!member) throw domainError('TOKEN_INVALID');
    const tenantId = wanted === '' ? member.currentTenantId : wanted;
    if (!member.roles.has(tenantId)) throw domainError('TENANT_FORBIDDEN');
    if (member.endedIn?.includes(tenantId)) throw domainError('TOKEN_INVALID');
    if (!isUserRole(member.roles.get(tenantId))) throw domainError('ROLE_MISSING');
    // RFC 7519 §4.1.4: seconds; `verify` lets no token through without it.
    const untilMs = Number(verified.claims['exp']) * 1_000;
    return { user: { tenantId, userId: member.userId }, untilMs };
  }

  async function byTicket(ticket: string): Promise<Listener> {
    const user = await tickets.use(ticket);
    if (!user) throw domainError('TOKEN_INVALID');
    return { user, untilMs: undefined };
  }

  const listeners = new WeakMap<FastifyRequest, Listener>();

  await app.register(websocket, { options: { maxPayload: maxMessageBytes } });
  app.route({
    method: 'GET',
    url: uploadEventsPath,
    // Before the upgrade: a refusal is an HTTP answer.
    preValidation: async (request) => {
      if (!request.ws) throw domainError('REQUEST_INVALID', { reason: 'this is a websocket' });
      if (!isOwnOrigin(request, publicUrl)) throw domainError('ACTION_NOT_PERMITTED');
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      const token = query.get('token') ?? '';
      const header = request.headers[selectedTenantHeader];
      const wanted = query.get('tenant') ?? (typeof header === 'string' ? header : '');
      // A JWT has two dots as well, but begins with its header.
      const isAccessToken = token.startsWith('ey');
      listeners.set(
        request,
        await (isAccessToken ? byAccessToken(token, wanted) : byTicket(token)),
      );
    },
    handler: async () => {
      throw domainError('REQUEST_INVALID', { reason: 'this is a websocket' });
    },
    wsHandler: (socket, request) => {
      const listener = listeners.get(request);
      if (listener === undefined) socket.terminate();
      else sockets.open(socket, listener.user, listener.untilMs);
    },
  });
}
