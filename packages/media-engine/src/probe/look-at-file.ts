/** Checks of a file before an engine opens it: whether it exists, is empty, is text, or would take too much memory. */
import { open, stat } from 'node:fs/promises';
import { domainError } from '@interlude/contract/errors';
import { indexProblem } from './check-index.ts';

const HEAD_BYTES = 512;

/** First bytes of formats that hold no media but refer to other files. */
const PLAYLISTS =
  /^(#EXTM3U|ffconcat |\[playlist\]|<\?xml|<MPD|<SmoothStreaming|<smil|<asx|v=0\r?\n|\[Reference\]|RTSPtext|!<arch>|https?:|file:|concat:)/i;

/** Printable text, which no media file begins with. */
const isText = (head: string) => /^[\t\n\r\x20-\x7e\u0080-\u00ff]+$/.test(head);

export function unreadable(reason: string, finding: UnreadableFinding = 'NOT_A_MEDIA_FILE') {
  return domainError('MEDIA_UNREADABLE', { reason, finding });
}

export type UnreadableFinding = 'NOT_A_MEDIA_FILE' | 'PLAYLIST_IN_DISGUISE' | 'BEYOND_LIMITS';

/**
 * Gives the bytes of the file.
 * @throws {DomainError} MEDIA_UNREADABLE
 */
export async function lookAtFile(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw unreadable('there is no such file');
  // A pipe or a device would be waited for without end.
  if (!found.isFile()) throw unreadable('it is no ordinary file');
  const { size } = found;
  if (size === 0) throw unreadable('it is empty');
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead).replace(/^\u00ef\u00bb\u00bf|^\s+/, '');
    if (PLAYLISTS.test(head)) {
      throw unreadable('it is a playlist, which names media elsewhere', 'PLAYLIST_IN_DISGUISE');
    }
    if (isText(head)) throw unreadable('it is text');
    const problem = await indexProblem(handle, size);
    if (problem !== undefined) throw unreadable(problem, 'BEYOND_LIMITS');
    return size;
  } finally {
    await handle.close();
  }
}
