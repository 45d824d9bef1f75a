/** Installing a tool that a machine lacks: possible for root on Debian and its children. */
import { readFile } from 'node:fs/promises';
import { runCommand } from './run-command.ts';

export async function isRootOnDebian(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*debian/m.test(release);
}

/** @returns true when the package is installed */
export async function installDebianPackage(name: string): Promise<boolean> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  process.stdout.write(`installing ${name} with apt-get\n`);
  const update = await runCommand(['apt-get', 'update', '-qq'], { env, quiet: true });
  if (update.code !== 0) return false;
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name];
  return (await runCommand(install, { env, quiet: true })).code === 0;
}
