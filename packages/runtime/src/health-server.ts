/** A port for health and metrics alone, for a role without an API. */
import { createServer } from 'node:http';
import type { Health } from './health.ts';
import { listen } from './listen.ts';

export interface HealthServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves health and metrics on a port of their own.
 * @throws {DomainError} PORT_IN_USE
 */
export async function startHealthServer(
  health: Health,
  place: { readonly port: number; readonly host: string; readonly variable: string },
): Promise<HealthServer> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void health.handle(request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(404).end();
    });
  });
  const port = await listen(server, place);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
