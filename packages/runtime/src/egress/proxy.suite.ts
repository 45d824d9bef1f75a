/** For tests: an HTTP proxy that records its requests, and leads every tunnel to loopback. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { testCertificate, testCertificateKey } from './test-certificate.suite.ts';

export interface TestProxy {
  readonly port: number;
  /** Method and target of each request in order, e.g. `CONNECT host:port`. */
  readonly requested: string[];
  stop(): Promise<void>;
}

/**
 * Starts an HTTP proxy for tests.
 * @param credentials `user:password` that it requires; undefined = none
 * @param isSecure it is reached over TLS, with the test certificate
 * @param reaches decides for `host:port` whether CONNECT succeeds; default: always
 */
export async function startTestProxy(
  credentials?: string,
  isSecure = false,
  reaches: (place: string) => boolean = () => true,
): Promise<TestProxy> {
  const requested: string[] = [];
  const open = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const answer: RequestListener = (request, response) => {
    requested.push(`${request.method} ${request.url}`);
    response.writeHead(501).end();
  };
  const server = isSecure
    ? createSecureServer({ cert: testCertificate, key: testCertificateKey }, answer)
    : createServer(answer);
  server.on('connection', (socket) => open.add(socket));
  server.on('connect', (request, near: Socket) => {
    requested.push(`CONNECT ${request.url}`);
    if (request.headers['proxy-authorization'] !== wanted) {
      near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    if (!reaches(request.url ?? '')) {
      near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const far = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    open.add(far);
    far.on('error', () => near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    near.on('error', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requested,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
