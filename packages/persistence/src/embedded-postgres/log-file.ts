/**
 * Log file of the server; a pipe would end with the process that started the server. The file is truncated in place,
 * because the server goes on appending to it; one older part is kept.
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

/** Log text from `offset` on, at most its last 4 kB. */
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
