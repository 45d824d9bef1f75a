/** The project's folder, and how tools find and run what they need in it. */
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
