/** For tests of uploads: files by their first bytes, a scanner that detects EICAR, the files on disk. */
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { TestPlane } from './control-plane.suite.ts';

/** So many bytes that begin as an mp4. */
export function mp4(bytes: number, fill = 0): Buffer {
  const file = Buffer.alloc(bytes, fill);
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  head.copy(file);
  return file;
}

/** The test file of all scanners, put together here so that this source is none. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('-');

export interface FakeClamd {
  readonly address: string;
  /** Bytes of the last file. */
  readonly scannedBytes: () => number;
  stop(): Promise<void>;
}

/** The file when all of it is there: frames of a length in four bytes and so many bytes, the last one empty. */
function fileOf(frames: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= frames.length; ) {
    const length = frames.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(frames.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

export async function startFakeClamd(): Promise<FakeClamd> {
  let scannedBytes = 0;
  const server: Server = createServer((socket) => {
    const received: Buffer[] = [];
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      received.push(data);
      if (data.length >= 4 && data.readUInt32BE(data.length - 4) !== 0) return;
      const file = fileOf(Buffer.concat(received));
      if (file === undefined) return;
      scannedBytes = file.length;
      const found = file.includes('EICAR-STANDARD');
      socket.end(found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    scannedBytes: () => scannedBytes,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** All files below the media folder. */
export async function storedFiles(plane: TestPlane): Promise<string[]> {
  const folder = join(plane.consoleFolder, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
}
