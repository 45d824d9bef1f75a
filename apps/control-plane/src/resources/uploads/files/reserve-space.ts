/**
 * Reserves space of a company's plan for a file while it is received: received bytes count, whatever length was
 * declared, and so do concurrent uploads of the company (SEC-S63).
 */
import { DomainError } from '@interlude/contract/errors';
import type { UploadStore } from '@interlude/persistence';
import { newId } from '@interlude/runtime';

/** Reserved in advance, so that a file of gigabytes takes a hundred statements. */
const stepBytes = 16 * 1024 * 1024;

export interface SpaceReservation {
  readonly id: string;
  /** Reserves space for the bytes received so far. @throws {DomainError} STORAGE_QUOTA_REACHED, TOO_MANY_REQUESTS */
  admit(bytes: number): Promise<void>;
  /** Returns the space of bytes that were not stored. Never rejects: on failure it is returned with stale uploads. */
  end(): Promise<void>;
}

const isFull = (error: unknown) =>
  error instanceof DomainError && error.code === 'STORAGE_QUOTA_REACHED';

export function reserveSpace(
  uploads: Pick<UploadStore, 'reserve' | 'remove'>,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): SpaceReservation {
  const id = newId();
  let reserved = 0;
  let underWay: Promise<void> = Promise.resolve();
  let isOver = false;

  async function reserve(bytes: number): Promise<void> {
    await uploads.reserve(tenantId, { id, userId }, bytes);
    reserved = bytes;
  }

  async function reserveStep(bytes: number): Promise<void> {
    try {
      await reserve(bytes + stepBytes);
    } catch (error) {
      if (!isFull(error)) throw error;
      // The last bytes of a plan are had one by one.
      await reserve(bytes);
    }
  }

  return {
    id,
    async admit(bytes) {
      if (isOver || bytes <= reserved) return;
      underWay = reserveStep(bytes);
      await underWay;
    },
    end: async () => {
      isOver = true;
      // Of a file that was given up: its reservation would come after it was given back.
      await underWay.catch(() => undefined);
      if (reserved > 0) await uploads.remove(tenantId, id).catch(() => false);
    },
  };
}
