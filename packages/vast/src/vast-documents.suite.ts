import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseVast, type ResolvedVast, type ResolveOptions, resolveWrappers } from './index.ts';

const root = join(import.meta.dirname, '../../..');
export const vectors = join(root, 'test-vectors/vast');
export const fixtures = join(root, '../shared/fixtures');
export const hasFixtures = existsSync(fixtures);

if (!hasFixtures)
  process.stdout.write(
    'No shared fixtures beside the project: running its own VAST vectors only.\n',
  );

export function readVector(name: string): string {
  return readFileSync(join(vectors, name), 'utf8');
}

export function readFixture(name: string): string {
  return readFileSync(join(fixtures, 'vast', name), 'utf8');
}

/** Resolves a document whose wrappers name other files of its folder. */
export function resolveDocument(
  read: (name: string) => string,
  name: string,
  options: ResolveOptions = {},
): Promise<ResolvedVast> {
  return resolveWrappers(parseVast(read(name)), async (url) => read(url), {
    firstUrl: name,
    ...options,
  });
}
