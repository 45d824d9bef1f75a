/** `/openapi.json` and, for people, `/openapi` (OP-02: public). */
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../http/security-headers.ts';
import { openApiDocument } from './openapi-document.ts';
import { referencePage, referenceStyleHash } from './reference-page.ts';

export function serveOpenApi(
  app: FastifyInstance,
  options: { publicUrl: string; version: string },
): void {
  // Made at the first request: describing some 150 operations takes longer than the rest of a start.
  let made: { readonly text: string; readonly page: string } | undefined;
  function description() {
    if (!made) {
      const document = openApiDocument(options);
      made = { text: JSON.stringify(document), page: referencePage(document) };
    }
    return made;
  }
  const policy = pagePolicy({ styleHashes: [referenceStyleHash] });
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description().text),
  );
  app.get('/openapi', async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(description().page),
  );
}
