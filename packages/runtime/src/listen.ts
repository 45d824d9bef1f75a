/** Binds a port; the error names the environment variable to change. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { domainError } from '@interlude/contract/errors';

export interface ListenOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly host: string;
  /** The variable that sets this port, named in the error. */
  readonly variable: string;
}

function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/**
 * Binds a server to a host and port.
 * @returns the bound port
 * @throws {DomainError} PORT_IN_USE, CONFIG_INVALID (no right to that port, or HOST is not an address of this machine)
 */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  const { port, host, variable } = options;
  try {
    server.listen({ port, host });
    await once(server, 'listening'); // rejects when 'error' comes first
  } catch (error) {
    throw listenError(error, options);
  }
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;

  function listenError(error: unknown, { port, host }: ListenOptions): unknown {
    if (!hasCode(error)) return error;
    if (error.code === 'EADDRINUSE') return domainError('PORT_IN_USE', { port, variable }, error);
    if (error.code === 'EACCES') {
      const sentence = `${variable}: this user may not listen on port ${port}. Choose a port of 1024 or more.`;
      return domainError('CONFIG_INVALID', { sentence, variable }, error);
    }
    if (
      error.code === 'EADDRNOTAVAIL' ||
      error.code === 'ENOTFOUND' ||
      error.code === 'EAI_AGAIN'
    ) {
      const sentence = `HOST: ${host} is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`;
      return domainError('CONFIG_INVALID', { sentence, variable: 'HOST' }, error);
    }
    return error;
  }
}
