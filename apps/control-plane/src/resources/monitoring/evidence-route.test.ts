import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { EvidenceService, EvidenceZip } from './evidence-service.ts';
import { monitoringRoutes } from './monitoring-routes.ts';

type Routes = ReturnType<typeof monitoringRoutes>;
type Call = Parameters<Routes['evidence']>[0];

async function* endless() {
  for (;;) yield new Uint8Array(64 * 1024);
}

/** A server with this route alone; `open` is called with the reply. */
async function startRoute(open: (reply: FastifyReply) => Promise<EvidenceZip>) {
  const app = Fastify();
  app.get('/:channelId', async (request, reply) => {
    const evidence: EvidenceService = { open: () => open(reply) };
    const { evidence: handler } = monitoringRoutes(
      {} as Parameters<typeof monitoringRoutes>[0],
      evidence,
    );
    await handler({ params: request.params, query: {}, reply } as unknown as Call);
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /c1 HTTP/1.1\r\nhost: a\r\n\r\n');
  return { socket, stop: () => app.close() };
}

test('SEC-S93 a client that left while its pack was made gives its turn back', async () => {
  const close = vi.fn();
  const pieces = vi.fn(endless);
  const asked = Promise.withResolvers<void>();
  const { socket, stop } = await startRoute(async (reply) => {
    const left = once(reply.raw, 'close');
    asked.resolve();
    await left;
    return { fileName: 'a.zip', pieces: pieces(), signal: AbortSignal.timeout(60_000), close };
  });
  await asked.promise;
  socket.destroy();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  await stop();
});

test('SEC-S93 a client that takes nothing of its pack loses it, and its turn is given back', async () => {
  const close = vi.fn();
  const { socket, stop } = await startRoute(async () => ({
    ...{ fileName: 'a.zip', pieces: endless(), signal: AbortSignal.timeout(100), close },
  }));
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  socket.destroy();
  await stop();
});
