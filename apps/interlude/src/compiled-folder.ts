/**
 * Where Node keeps compiled modules: later starts, restarts and the processes of all roles take them from here instead of
 * stripping types and compiling anew. Part of the installation, as the sources are; not written where it may not be.
 */
import { fileURLToPath } from 'node:url';

export const compiledFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/interlude-compiled', import.meta.url),
);
