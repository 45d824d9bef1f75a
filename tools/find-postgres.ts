/** Finds the binaries of a PostgreSQL of the system (15 or newer), for the tests of DATABASE_URL; installs it on Debian. */
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

async function isBinFolder(folder: string): Promise<boolean> {
  const checks = ['initdb', 'postgres'].map((name) => access(join(folder, name), constants.X_OK));
  return Promise.all(checks).then(
    () => true,
    () => false,
  );
}

/** The oldest that is supported: newer ones are covered by the embedded server. */
async function debianBinFolder(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const majors = versions.map(Number).filter((major) => major >= OLDEST_MAJOR);
  for (const major of majors.sort((a, b) => a - b)) {
    const folder = join(DEBIAN_FOLDER, String(major), 'bin');
    if (await isBinFolder(folder)) return folder;
  }
  return undefined;
}

/** SYSTEM_POSTGRES_BIN, Debian's place, apt-get (root on Debian). */
export async function findPostgres(): Promise<string> {
  const given = process.env['SYSTEM_POSTGRES_BIN'];
  if (given !== undefined && given !== '') {
    if (await isBinFolder(given)) return given;
    throw new Error(`SYSTEM_POSTGRES_BIN is ${given}, and it has no initdb and postgres.`);
  }
  const installed = await debianBinFolder();
  if (installed !== undefined) return installed;
  if ((await isRootOnDebian()) && (await installDebianPackage('postgresql'))) {
    const found = await debianBinFolder();
    if (found !== undefined) return found;
  }
  throw new Error(
    'There is no PostgreSQL 15 or newer on this machine and none could be installed. Install one and set SYSTEM_POSTGRES_BIN to its folder with initdb and postgres.',
  );
}

if (import.meta.main) process.stdout.write(`${await findPostgres()}\n`);
