/** A CMAF rendition as one file: its initialisation section and its segments in order. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function joinRendition(folder: string, rendition: string): Promise<string> {
  const names = (await readdir(join(folder, rendition)))
    .filter((name) => name.endsWith('.m4s'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const parts = await Promise.all(
    ['init.mp4', ...names].map((name) => readFile(join(folder, rendition, name))),
  );
  const file = join(folder, `${rendition}.mp4`);
  await writeFile(file, Buffer.concat(parts));
  return file;
}
