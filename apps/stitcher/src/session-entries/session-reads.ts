/**
 * Reads session data that other processes have stored. When a stitcher dies its sessions come together, so one
 * statement reads many of them.
 */
import { type Logger, withTimeout } from '@interlude/runtime';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface SessionKey {
  readonly tenantId: string;
  /** Stands for the session (SEC-S26). */
  readonly session: string;
}

/** A whole session (`breakId` empty), or one break of it. */
export interface ReadKey extends SessionKey {
  readonly breakId: string;
}

export interface SessionReadsOptions<Found> {
  /** Reads the stored data of these keys, by `placeOf`. */
  readonly read: (keys: readonly ReadKey[]) => Promise<ReadonlyMap<string, Found>>;
  /** Left out: `sessionPlace`. */
  readonly placeOf?: (key: ReadKey) => string;
  readonly logger: Logger;
  /** Log message of a failed read. */
  readonly failed: string;
}

const limits = {
  /** Longest wait for a read, in the first answer after a change of stitchers. */
  withinMs: 2_000,
  /** Sessions that one statement reads. */
  atOnce: 200,
} as const;

/** The database is away, or slower than 2 s: whether something is stored is not known. */
export const unread = Symbol('unread');

export const sessionPlace = ({ tenantId, session }: SessionKey): string => `${tenantId} ${session}`;

interface Asked<Found> extends ReadKey {
  readonly read: (found: Found | undefined | typeof unread) => void;
}

export class SessionReads<Found> {
  readonly #options: SessionReadsOptions<Found>;
  readonly #asked: Asked<Found>[] = [];
  #reading: Promise<void> | undefined;

  constructor(options: SessionReadsOptions<Found>) {
    this.#options = options;
  }

  /**
   * Never rejects.
   * @param breakId left out: the whole session
   * @returns undefined when nothing is stored; `unread` when the database does not answer in time
   */
  find(
    { subject: { tenantId, sessionId } }: PlaybackSession,
    breakId: string = '',
  ): Promise<Found | undefined | typeof unread> {
    const read = new Promise<Found | undefined | typeof unread>((resolve) => {
      this.#asked.push({ tenantId, session: sessionId, breakId, read: resolve });
      this.#reading ??= this.#readAll();
    });
    return withTimeout(read, limits.withinMs, () => unread);
  }

  async #readAll(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#asked.length > 0) {
      const batch = this.#asked.splice(0, limits.atOnce);
      const { read, logger, failed, placeOf = sessionPlace } = this.#options;
      const found = await read(batch).catch((error: unknown) => {
        logger.warn({ error }, failed);
        return undefined;
      });
      for (const asked of batch) {
        asked.read(found ? found.get(placeOf(asked)) : unread);
      }
    }
    this.#reading = undefined;
  }
}
