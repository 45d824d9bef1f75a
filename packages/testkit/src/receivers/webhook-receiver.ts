/** A webhook receiver on a free port of loopback that fails in chosen ways. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ReceivedRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * `fail` answers 500, `busy` 503 with Retry-After, `gone` 410; `sleep` never answers, `drip` sends its body byte by
 * byte without end, `endless` as fast as it can; `redirect` names another address; `cut` ends in the middle of its
 * headers; `echo` repeats the request with U+0000 and half a character; `reset` ends the connection.
 */
export type ReceiverManner =
  | 'ok'
  | 'fail'
  | 'busy'
  | 'gone'
  | 'sleep'
  | 'drip'
  | 'endless'
  | 'redirect'
  | 'cut'
  | 'echo'
  | 'reset';

export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** For EGRESS_ALLOW. */
  readonly host: string;
  /** In order of arrival, received whole. */
  readonly received: ReceivedRequest[];
  /** How requests are answered from now on; `ok` at first. */
  manner: ReceiverManner;
  stop(): Promise<void>;
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(parts).toString('utf8'),
  };
}

function answer(manner: ReceiverManner, response: ServerResponse, request: ReceivedRequest): void {
  const say = (status: number, text: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
  switch (manner) {
    case 'ok':
      return void say(200, 'ok');
    case 'fail':
      return void say(500, 'out of order');
    case 'busy':
      return void say(503, 'later', { 'retry-after': '120' });
    case 'gone':
      return void say(410, 'nobody lives here');
    case 'redirect':
      return void say(307, '', { location: 'http://169.254.169.254/latest/meta-data' });
    case 'echo':
      return void say(200, `\0${request.headers['authorization'] ?? ''}${request.path}\uD83D`);
    case 'cut':
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le');
      return;
    case 'reset':
      response.socket?.destroy();
      return;
    case 'sleep':
      return;
    case 'drip': {
      response.writeHead(200, { 'content-length': '1000000' });
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'endless': {
      response.writeHead(200);
      const pour = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    }
  }
}

/**
 * Starts a receiver.
 * @see Standard Webhooks 1.0
 */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then(
      (whole) => {
        received.push(whole);
        answer(receiver.manner, response, whole);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    manner: 'ok',
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
