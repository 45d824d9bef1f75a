/** Requests that are no HTTP, or come too slowly: answered with an error of the catalogue, and the connection ends. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';

/** By the codes of Node; anything else is bad grammar (400). */
const reasons: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'it did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'its headers are larger than 16 KiB' },
};
const badGrammar = { status: 400, reason: 'it is no HTTP/1.1' };

/** For `clientErrorHandler` of Fastify. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = reasons[error.code ?? ''] ?? badGrammar;
  const named = domainError('REQUEST_INVALID', { reason }).toBody(newId());
  const body = JSON.stringify({ ...named, code: status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`],
    ...['cache-control: no-store', 'connection: close'],
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
