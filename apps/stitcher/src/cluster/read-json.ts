/** The body of a request as JSON, with a limit. */
import type { IncomingMessage } from 'node:http';
import { domainError } from '@interlude/contract';

/** @throws {DomainError} REQUEST_INVALID, BODY_TOO_LARGE */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > maxBytes) throw domainError('BODY_TOO_LARGE', { limit: maxBytes });
    parts.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw domainError('REQUEST_INVALID', { reason: 'the body must be JSON' });
  }
}
