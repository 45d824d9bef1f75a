import { chmod, mkdir } from 'node:fs/promises';

/**
 * Creates a folder that only its owner may enter, or takes the access of others from an existing one, so that nobody
 * else can open its files whatever their mode. A file system without modes ignores it.
 * @see rule SEC-S28
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700).catch(() => undefined);
}
