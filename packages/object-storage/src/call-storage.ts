/** Requests to storages that answer over the network. */
import { randomUUID } from 'node:crypto';
import type { DomainError } from '@interlude/contract/errors';
import type { ObjectStorage } from './object-storage.ts';

/** Runs a request and turns its errors into errors of the catalogue; the reason of an abort is thrown as it is. */
export function createCall(failure: (error: unknown) => DomainError) {
  return async function call<T>(
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error);
    }
  };
}

/** Checks the access by writing, deleting and listing an object. */
export async function checkByWriting(
  storage: Pick<ObjectStorage, 'put' | 'remove' | 'list'>,
): Promise<void> {
  const key = `interlude-check-${randomUUID()}`;
  await storage.put(key, Buffer.from('check'), { contentType: 'text/plain' });
  await storage.remove(key);
  for await (const _ of storage.list(key)) return;
}
