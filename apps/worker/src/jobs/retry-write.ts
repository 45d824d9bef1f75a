/** Retries a write that must not be lost while the database is unreachable, for a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@interlude/contract';

const pausesMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** @throws the error of the last attempt; a `DomainError` at once */
export async function retryWrite<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) throw error;
      await sleep(pauseMs);
    }
  }
  return work();
}
