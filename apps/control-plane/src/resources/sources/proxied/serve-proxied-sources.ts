/**
 * Serves the addresses of `GET /api/v2/proxy-manifest` (API-048). A player sends no token, so the address carries a
 * ticket; the channel's headers and proxy are looked up per request and never part of it.
 */
import type { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { sourceStreamer } from '@interlude/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressesFor, openAddress, type ProxiedTarget, proxiedPath } from './proxied-address.ts';
import { proxiedAnswer } from './proxied-answer.ts';
import type { ProxiedSourcesOptions } from './proxied-sources.ts';

const limits = {
  /** Concurrent requests per tenant; a player has half a dozen. */
  atOnce: 32,
  bodyBytes: 256 * 1024 * 1024,
  headersTimeoutMs: 8_000,
  idleTimeoutMs: 10_000,
  timeoutMs: 120_000,
} as const;

/** Content of a source must not run in the console's origin. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Egress of the ticket: with headers and proxy of its channel; without a channel the company's plain egress. */
async function sourceOf({ channels, egress }: ProxiedSourcesOptions, { ticket }: ProxiedTarget) {
  const { tenantId, channelId } = ticket;
  const channel = channelId === '' ? undefined : await channels.find(tenantId, channelId);
  const own = egress.forTenant(tenantId);
  return channel === undefined ? own : sourceStreamer(own, channel);
}

/** Counts the open requests per tenant. */
function createTurns() {
  const open = new Map<string, number>();
  return (tenantId: string): (() => void) => {
    const now = open.get(tenantId) ?? 0;
    if (now >= limits.atOnce) throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    open.set(tenantId, now + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(tenantId) ?? 1) - 1;
      if (left > 0) open.set(tenantId, left);
      else open.delete(tenantId);
    };
  };
}

async function fetchFrom(
  options: ProxiedSourcesOptions,
  target: ProxiedTarget,
  range: string | undefined,
) {
  const source = await sourceOf(options, target);
  const { url } = target;
  const { headersTimeoutMs, idleTimeoutMs, timeoutMs, bodyBytes: maxBytes } = limits;
  const isRange = range !== undefined && /^bytes=[\d, -]{1,200}$/.test(range);
  return source.stream({
    ...{ url, headersTimeoutMs, idleTimeoutMs, timeoutMs, maxBytes },
    ...(isRange && { headers: { range } }),
  });
}

export function serveProxiedSources(app: FastifyInstance, options: ProxiedSourcesOptions): void {
  const { secretKey, now, publicUrl } = options;
  const takeTurn = createTurns();

  async function answer(target: ProxiedTarget, request: FastifyRequest, reply: FastifyReply) {
    const fetched = await fetchFrom(options, target, request.headers.range);
    const drop = () => fetched.body.on('error', () => undefined).destroy();
    reply.raw.once('close', drop);
    try {
      const address = addressesFor(secretKey, publicUrl, target.ticketText);
      const { status, headers, body } = await proxiedAnswer(fetched, target.url, address);
      if (request.method === 'HEAD') {
        drop();
        return reply.code(status).headers(headers).send();
      }
      return reply.code(status).headers(headers).send(heeded(body));
    } catch (error) {
      drop();
      throw error;
    }
  }

  app.route({
    // Players send HEAD to learn the type when the address does not show it.
    method: ['GET', 'HEAD'],
    url: `${proxiedPath}/*`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const nowSeconds = Math.floor(now() / 1000);
      const target = openAddress(secretKey, request.raw.url ?? '', nowSeconds);
      if (target === undefined) throw domainError('LINK_EXPIRED');
      const giveBack = takeTurn(target.ticket.tenantId);
      reply.raw.once('close', giveBack);
      void reply.header('cache-control', 'no-store').header('content-security-policy', policy);
      return answer(target, request, reply);
    },
  });
}

/** A broken source connection ends the answer of this request alone. */
function heeded(body: Readable | string): Readable | string {
  return typeof body === 'string' ? body : body.on('error', () => undefined);
}
