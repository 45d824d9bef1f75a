/** The environment of the process of a role: that of the launcher, without secrets that the role does not use. */
import type { RoleName } from '@interlude/runtime';
import { configVariables } from '@interlude/runtime/launch';
import { compiledFolder } from '../compiled-folder.ts';

/** Which secret variables a role reads. Where the database is, it gets by message. */
const secretsOf: Readonly<Record<RoleName, readonly string[]>> = {
  lab: [],
  'control-plane': ['INTERLUDE_SECRET_KEY', 'INTERLUDE_ADMIN_PASSWORD', 'SMTP_URL'],
  stitcher: ['EVENT_ARCHIVE', 'INTERLUDE_SECRET_KEY', 'SSAI_API_TOKEN'],
  worker: ['EVENT_ARCHIVE', 'INTERLUDE_SECRET_KEY', 'SMTP_URL'],
  monitor: ['INTERLUDE_SECRET_KEY'],
};

const secretVariables = configVariables.flatMap(({ variable, secret }) =>
  secret ? [variable] : [],
);

/**
 * Defaults that an operator may override. The allocator of glibc keeps pages for each thread that ever allocated: two
 * arenas are enough for a process whose main thread does the work. It also raises its thresholds when large blocks are
 * freed, such as the texts of modules, and then keeps the pages of later ones: with fixed thresholds, in bytes, it
 * returns them to the system.
 */
const ours = {
  NODE_COMPILE_CACHE: compiledFolder,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** @see rule SEC-S67 */
export function roleEnvironment(
  role: RoleName,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const withheld = secretVariables.filter((name) => !secretsOf[role].includes(name));
  return Object.fromEntries(
    Object.entries({ ...ours, ...env }).filter(([name]) => !withheld.includes(name)),
  );
}
