/** Finds HAProxy, for the test of several stitchers; installs it on Debian. */
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { runCommand } from './run-command.ts';

const isThere = async (program: string): Promise<boolean> =>
  (await runCommand([program, '-v'], { quiet: true })).code === 0;

/** On PATH, in Debian's place, apt-get (root on Debian). */
export async function findHaproxy(): Promise<string> {
  for (const program of ['haproxy', '/usr/sbin/haproxy'])
    if (await isThere(program)) return program;
  if ((await isRootOnDebian()) && (await installDebianPackage('haproxy')))
    return '/usr/sbin/haproxy';
  throw new Error('There is no HAProxy on this machine. Install it: apt-get install haproxy.');
}
