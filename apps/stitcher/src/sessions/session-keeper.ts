/**
 * The file in which sessions outlive a stop in order (SIGTERM, an upgrade): written once when no request can arrive any
 * more, read and removed at the next start. After a crash there is none; sessions are resumed by their
 * ids then. It is no archive: what cannot be read is left out.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type Clock, type Logger, randomToken } from '@interlude/runtime';
import type { KeptSession } from './kept-session.ts';

/** Version of the kept data, and of the Node.js that can deserialize it; other files are ignored. */
const shape = `2 ${process.versions.node.split('.')[0]}`;
const suffix = '.sessions';
const folderName = 'sessions';
const limits = {
  /** Older files are ignored: no player waits longer for a playlist. */
  ageMs: 120_000,
  fileBytes: 512 * 1024 * 1024,
} as const;

interface Content {
  readonly shape: string;
  readonly sessions: readonly KeptSession[];
}

export interface SessionKeeperOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  #kept = new Map<string, KeptSession>();
  #until = 0;

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
  }

  get #folder(): string {
    return join(this.#options.dataFolder, folderName);
  }

  /** Gives the kept state of a session, once. */
  take(mark: string): KeptSession | undefined {
    if (this.#kept.size === 0) {
      return undefined;
    }
    if (this.#options.clock.now() > this.#until) {
      this.#kept = new Map();
    }
    const kept = this.#kept.get(mark);
    this.#kept.delete(mark);
    return kept;
  }

  /** Never rejects. */
  async write(sessions: readonly KeptSession[]): Promise<void> {
    if (sessions.length === 0) {
      return;
    }
    const content: Content = { shape, sessions };
    const draft = join(this.#folder, `${randomToken(9)}.draft`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, serialize(content), { mode: 0o600 });
      await rename(draft, draft.replace(/\.draft$/, suffix));
    } catch (error) {
      this.#options.logger.warn({ error }, 'sessions could not be kept over the stop');
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  /** Reads the files that stopped processes have left. */
  async read(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      await (name.endsWith(suffix) ? this.#claim(path) : removeOld(path));
    }
    this.#until = this.#options.clock.now() + limits.ageMs;
  }

  /** The process that renames a file has it: processes may share a data folder. */
  async #claim(path: string): Promise<void> {
    const claimed = `${path}.${randomToken(6)}`;
    try {
      await rename(path, claimed);
      await this.#take(claimed);
    } catch (error) {
      if (!isMissing(error)) {
        this.#options.logger.warn({ error }, 'kept sessions could not be read');
      }
    } finally {
      await rm(claimed, { force: true }).catch(() => undefined);
    }
  }

  async #take(path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    if (Date.now() - mtimeMs > limits.ageMs || size > limits.fileBytes) {
      return;
    }
    const content = deserialize(await readFile(path)) as Content;
    if (content.shape === shape) {
      for (const session of content.sessions) {
        this.#kept.set(session.mark, session);
      }
    }
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Drafts and claims of processes that died; a young one is another's at work. Never rejects. */
async function removeOld(path: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > limits.ageMs) {
      await rm(path, { force: true });
    }
  } catch {
    // Gone meanwhile: its owner is done with it.
  }
}
