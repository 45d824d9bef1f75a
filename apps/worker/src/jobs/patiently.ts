/** For what must be written although the database is away for a moment: tried again for a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@interlude/contract';

const pausesMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** @throws what the last try threw; at once for an error on purpose */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
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
