/** Copies files between the storage of the archive and a folder of this machine. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ObjectStorage } from '@interlude/object-storage';

export async function download(storage: ObjectStorage, key: string, path: string): Promise<void> {
  const { body } = await storage.read(key);
  await pipeline(body, createWriteStream(path, { mode: 0o600 }));
}

export async function upload(storage: ObjectStorage, key: string, path: string): Promise<void> {
  await storage.put(key, createReadStream(path), {
    contentType: 'application/vnd.apache.parquet',
  });
}
