/**
 * The server's log is a file, not a pipe: it must outlive the process that started the server. The file
 * is cut in place (the server appends, so it goes on at the new end); one older part is kept.
 */
import { copyFile, open, stat, truncate } from 'node:fs/promises';

export const maxLogBytes = 4 * 1024 * 1024;

/** Moves the content to `<file>.1` when it has more than `maxBytes`. */
export async function limitLogFile(file: string, maxBytes = maxLogBytes): Promise<boolean> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size <= maxBytes) return false;
  await copyFile(file, `${file}.1`);
  await truncate(file);
  return true;
}

/** What was written from `offset` on, the last 4 kB of it. */
export async function readLogTail(file: string, offset: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(Math.min(offset, size), size - 4_096);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - from),
      0,
      size - from,
      from,
    );
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}
