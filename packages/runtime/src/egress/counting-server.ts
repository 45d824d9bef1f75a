/** For this folder's tests: an HTTP server on loopback that counts connections and records its requests. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingServer {
  readonly port: number;
  readonly connections: () => number;
  readonly requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[];
  readonly stop: () => Promise<void>;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export async function countingServer(
  answer: RequestListener,
  at: { host?: string; port?: number } = {},
): Promise<CountingServer> {
  let connections = 0;
  const requests: CountingServer['requests'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      answer(request, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen({ port: at.port ?? 0, host: at.host ?? '127.0.0.1' });
  await once(server, 'listening');
  return {
    port: portOf(server),
    connections: () => connections,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
