/**
 * Folder in which Node caches compiled modules: later starts, restarts and the processes of all roles read them instead
 * of stripping types and compiling again. Part of the installation, as the sources are; not written where it is
 * read-only.
 */
import { fileURLToPath } from 'node:url';

export const compiledFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/interlude-compiled', import.meta.url),
);
