/** The body of a request as text, up to a limit. */
import type { IncomingMessage } from 'node:http';
import { DomainError, domainError } from '@interlude/contract/errors';

const tooLarge = (limit: number): DomainError => domainError('BODY_TOO_LARGE', { limit });

/**
 * @throws {DomainError} that `errorOf` makes of a longer body; REQUEST_INVALID where the client closed the connection
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  errorOf = tooLarge,
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) throw errorOf(maxBytes);
      parts.push(bytes);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw domainError('REQUEST_INVALID', { reason: 'the body ended too early' }, error);
  }
  return Buffer.concat(parts).toString('utf8');
}
