/**
 * Counted segments of the spool, on their way into the archive of events: they wait in `<data>/event-archive/intake/`,
 * where the worker of a local archive finds them, and from where they are sent to a remote one. A segment is taken
 * after it was counted, so the archive holds each event once, and no figure waits for it.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import {
  type ArchiveStorage,
  archiveFolder,
  archiveLimits,
  intakeFolder,
  intakeName,
  segmentOfIntake,
} from '@interlude/event-archive';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { makePrivateFolder, type RepeatedTask, repeat } from '@interlude/runtime';
import type { SegmentName } from './spool-files.ts';

/** Pause between uploads: a remote archive is a few seconds behind. */
const sendEveryMs = 5_000;
/** Segments between two measurements of the bytes that wait. */
const measureEvery = 50;
const compress = promisify(zstdCompress);

export interface EventIntakeOptions {
  /** INTERLUDE_DATA */
  readonly dataFolder: string;
  readonly waitingBytes?: number | undefined;
}

export class EventIntake {
  readonly folder: string;
  readonly #limitBytes: number;
  #bytes: number | undefined;
  #looks = 0;

  constructor({ dataFolder, waitingBytes = archiveLimits.waitingBytes }: EventIntakeOptions) {
    this.folder = join(dataFolder, archiveFolder, intakeFolder);
    this.#limitBytes = waitingBytes;
  }

  async #waitingBytes(): Promise<number> {
    this.#looks += 1;
    if (this.#bytes === undefined || this.#looks % measureEvery === 0) {
      const names = await readdir(this.folder).catch(() => []);
      const sizes = names.map((name) =>
        stat(join(this.folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      );
      this.#bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    }
    return this.#bytes;
  }

  /**
   * Takes a counted segment away from the spool. Rejects when the disk refuses; the segment is where it was then.
   * @param counted the events that were counted, when they are not all that are in the file
   * @returns false: there is no room, and it is not archived
   */
  async take(
    segment: SegmentName & { readonly path: string },
    counted?: readonly StitcherEvent[],
  ): Promise<boolean> {
    const name = intakeName(segment);
    const { size } = await stat(segment.path);
    const waiting = await this.#waitingBytes();
    if (name === undefined || waiting + size > this.#limitBytes) {
      // The worker may have made room since.
      this.#bytes = undefined;
      await rm(segment.path, { force: true });
      return false;
    }
    const to = join(this.folder, name);
    await makePrivateFolder(this.folder);
    if (counted === undefined) {
      await rename(segment.path, to);
    } else {
      const draft = `${to}.draft`;
      await writeFile(draft, encodeEventFrames(counted), { mode: 0o600, flush: true });
      await rename(draft, to);
      await rm(segment.path, { force: true });
    }
    this.#bytes = waiting + size;
    return true;
  }
}

/** Sends the segments that wait to a remote archive, compressed; a name that is sent again is the same file. */
export async function sendIntake(
  folder: string,
  storage: ArchiveStorage['storage'],
): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).sort();
  let sent = 0;
  for (const name of names) {
    if (segmentOfIntake(name) === undefined || name.endsWith('.zst')) continue;
    const path = join(folder, name);
    // Another process with the same volume may have sent it.
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined) continue;
    await storage.put(`${intakeFolder}${name}.zst`, await compress(bytes), {
      contentType: 'application/zstd',
    });
    await rm(path, { force: true });
    sent += 1;
  }
  return sent;
}

/**
 * Sends the segments that wait every few seconds.
 * @param failed called with the first of a row of errors
 */
export function startSending(
  folder: string,
  storage: ArchiveStorage['storage'],
  failed: (error: unknown) => void,
): RepeatedTask {
  let isFailing = false;
  return repeat({
    everyMs: sendEveryMs,
    run: async () => {
      await sendIntake(folder, storage);
      isFailing = false;
    },
    failed: (error) => {
      if (!isFailing) failed(error);
      isFailing = true;
    },
  });
}
