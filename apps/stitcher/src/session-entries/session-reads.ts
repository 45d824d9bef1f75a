/**
 * Reads what other processes have stored of sessions: when a stitcher has died its sessions come at one time, and many are
 * read by one statement.
 */
import { type Logger, withTimeout } from '@interlude/runtime';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface SessionKey {
  readonly tenantId: string;
  /** Stands for the session (SEC-S26). */
  readonly session: string;
}

/** All of a session, or one break of it. */
export interface ReadKey extends SessionKey {
  readonly breakId: string;
}

export interface SessionReadsOptions<Found> {
  /** What is stored of these, by their places. */
  readonly read: (keys: readonly ReadKey[]) => Promise<ReadonlyMap<string, Found>>;
  /** Left out: `sessionPlace`. */
  readonly placeOf?: (key: ReadKey) => string;
  readonly logger: Logger;
  /** Logged when it cannot be read. */
  readonly failed: string;
}

const limits = {
  /** What the first answer after a change of stitchers waits. */
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
   * @param breakId left out: of the whole session
   * @returns undefined when nothing is stored
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
