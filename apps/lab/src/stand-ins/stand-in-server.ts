/** Base of the stand-ins for external services: a loopback server with faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@interlude/runtime';

/** Bodies that are larger are refused. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/**
 * The fault of one request: a status, another answer, no answer, or a connection that breaks within the answer; `none`
 * answers normally.
 */
export type StandInFault = number | StandInAnswer | 'silence' | 'cut' | 'none';

export interface StandInRequest {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly url: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface StandInAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

export interface StandInServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** `GET /path?query` of each request, in order. */
  readonly requested: readonly string[];
  /** The next requests fare like this, one each. */
  failNext(...faults: StandInFault[]): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  readonly answer: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>;
  /** Error response of the service. */
  readonly failure: (status: number) => StandInAnswer;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new RangeError('the body is too large for a stand-in');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

async function readRequest(request: IncomingMessage): Promise<StandInRequest> {
  const { method = 'GET', url = '/' } = request;
  const mark = url.indexOf('?');
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : (value ?? ''),
  ]);
  return {
    method,
    url,
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: Object.fromEntries(headers),
    body: await readBody(request),
  };
}

function write(response: ServerResponse, method: string, answer: StandInAnswer, isCut: boolean) {
  const { status, headers = {}, body = '' } = answer;
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  if (!isCut) return void response.end(method === 'HEAD' ? undefined : body);
  const half = Buffer.from(body).subarray(0, Math.floor(Buffer.byteLength(body) / 2));
  response.write(half.length === 0 ? ' ' : half, () => response.destroy());
}

/** Listens on a free port of loopback. */
export async function startStandIn(options: StandInOptions): Promise<StandInServer> {
  const faults: StandInFault[] = [];
  const requested: string[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    requested.push(`${read.method} ${read.url}`);
    const fault = faults.shift();
    if (fault === 'silence') return;
    const instead = typeof fault === 'number' ? options.failure(fault) : fault;
    const answer = typeof instead === 'object' ? instead : await options.answer(read);
    write(response, read.method, answer, fault === 'cut');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'LAB_PORT' });
  return {
    url: `http://127.0.0.1:${port}`,
    requested,
    failNext: (...next) => {
      faults.push(...next);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
