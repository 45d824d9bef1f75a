/** Finds the balancers of `deploy`, for the test of several stitchers; installs them on Debian. */
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { runCommand } from './run-command.ts';

const isThere = async (program: string): Promise<boolean> =>
  (await runCommand([program, '-v'], { quiet: true })).code === 0;

/** On PATH, in Debian's place, apt-get (root on Debian). @throws {Error} it is nowhere */
export async function findBalancer(name: 'haproxy' | 'nginx'): Promise<string> {
  const inDebian = `/usr/sbin/${name}`;
  for (const program of [name, inDebian]) if (await isThere(program)) return program;
  if ((await isRootOnDebian()) && (await installDebianPackage(name))) return inDebian;
  throw new Error(`There is no ${name} on this machine. Install it: apt-get install ${name}.`);
}
