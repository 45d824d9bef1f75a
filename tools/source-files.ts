/** The TypeScript files of the project, for tools and tests that read them all. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';

const skipped = new Set(['node_modules', 'dist', '.git']);

/** Absolute paths of .ts and .tsx files below the given folders of the project, sorted. */
export async function sourceFiles(folders: readonly string[]): Promise<string[]> {
  const walk = async (folder: string): Promise<string[]> => {
    const entries = await readdir(folder, { withFileTypes: true });
    const found = await Promise.all(
      entries.map(async (entry) => {
        if (entry.isDirectory()) {
          return skipped.has(entry.name) ? [] : walk(join(folder, entry.name));
        }
        return /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [];
      }),
    );
    return found.flat();
  };
  const all = await Promise.all(folders.map((folder) => walk(join(root, folder))));
  return all.flat().sort();
}
