import { chmod, mkdir } from 'node:fs/promises';

/**
 * Makes a folder that its owner alone may enter, and closes one of an earlier version. Files in it are then nobody
 * else's, whatever their own mode. A file system without modes leaves it as it is.
 * @see rule SEC-S28
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700).catch(() => undefined);
}
