/** For tests: an HTTP proxy that records its requests, and resolves every name to loopback. */
import { once } from 'node:events';
import { createServer, type RequestListener, request as send } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { testCertificate, testCertificateKey } from './test-certificate.suite.ts';

export interface TestProxy {
  readonly port: number;
  /** `GET http://…` and `CONNECT host:port`, in order. */
  readonly requested: string[];
  stop(): Promise<void>;
}

/**
 * @param credentials `user:password` that it requires; undefined = none
 * @param isSecure it is spoken to in TLS, with the test certificate
 */
export async function startTestProxy(credentials?: string, isSecure = false): Promise<TestProxy> {
  const requested: string[] = [];
  const open = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const answer: RequestListener = (request, response) => {
    requested.push(`${request.method} ${request.url}`);
    const { 'proxy-authorization': proof, ...headers } = request.headers;
    if (proof !== wanted) return void response.writeHead(407).end();
    const { port, pathname, search } = new URL(request.url ?? '');
    const { method } = request;
    const onward = send({ host: '127.0.0.1', port, path: pathname + search, method, headers });
    onward.on('error', () => response.writeHead(502).end());
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
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
