/** `/openapi.json` and, for people, `/openapi` (OP-02: public). */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.ts';

const pageCsp = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export async function serveOpenApi(
  app: FastifyInstance,
  options: { publicUrl: string; version: string },
): Promise<void> {
  const document = openApiDocument(options);
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      void reply.header('content-security-policy', pageCsp);
    });
    await scope.register(swagger, {
      mode: 'static',
      // The document is ours and tested; the plugin's type is the whole of OpenAPI.
      specification: { document: document as unknown as StaticDocumentSpec['document'] },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/openapi',
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: false },
      theme: { title: `Interlude API ${options.version}` },
    });
  });
}
