/** A tar archive as a file: whole or not at all, for its owner alone, compressed when its name ends in `.gz`. */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { TarWriter } from './tar-writer.ts';

export interface TarFileOptions {
  /** Of its entries, epoch ms. */
  readonly nowMs: number;
  /** Compression level of zlib, 1 to 9; default: that of zlib. */
  readonly gzipLevel?: number;
}

/**
 * Writes to a file beside the target, and renames it when it is complete, in place of an existing target.
 * @throws the errors of `work` and of the disk
 */
export async function writeTarFile<T>(
  file: string,
  { nowMs, gzipLevel }: TarFileOptions,
  work: (tar: TarWriter) => Promise<T>,
): Promise<T> {
  const draft = `${file}.part`;
  // Remove the file of a killed process; a link planted there is removed, not followed.
  await rm(draft, { force: true });
  try {
    const gzip = createGzip(gzipLevel === undefined ? {} : { level: gzipLevel });
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx' });
    const isGzip = file.endsWith('.gz');
    const written = isGzip ? pipeline(gzip, target) : finished(target);
    const out = isGzip ? gzip : target;
    // Its failure is that of the writes, which wait for it.
    const failure = written.then(() => undefined);
    const worked = work(new TarWriter(out, nowMs)).then(
      (result) => {
        out.end();
        return result;
      },
      (error: unknown) => {
        out.destroy();
        throw error;
      },
    );
    const [result] = await Promise.all([worked, failure]);
    const whole = await open(draft, 'r+');
    await whole.sync();
    await whole.close();
    await rename(draft, file);
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}
