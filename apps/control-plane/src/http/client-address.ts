/** The address of a request's client, read when the request arrives: of a connection that has ended there is none. */
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Behind trusted proxies the viewer's or operator's own; empty when the connection ended before the request was read. */
    clientAddress: string;
  }
}

export function keepClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const address: string | undefined = request.ip;
    request.clientAddress = address ?? '';
    done();
  });
}
