/** `npm run restore` without its process. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '@interlude/runtime';
import { safeText } from '../interlude/print-plan.ts';
import {
  ArgumentError,
  asCommand,
  type BackupIo,
  databaseOf,
  describeManifest,
} from './backup-command.ts';
import { passphraseVariable } from './backup-key.ts';
import { type Restored, restoreBackup, verifyBackup } from './restore-backup.ts';

export const restoreUsage = `Restores a backup of npm run backup, or checks it.

  npm run restore -- <file> [--replace]
  npm run restore -- --verify <file>

The platform has to be stopped. The file is checked as a whole first; then all of it comes back, or nothing. A backup of an
earlier version is brought up to the present one. People sign in again, and jobs that were running begin again.

  --replace  also where there are companies already: what is in the database is replaced
  --verify   compares all checksums and restores nothing

The installation needs the key of the backup: INTERLUDE_SECRET_KEY, secret.key in the data folder, or, for a backup that was
made with --with-key, its passphrase in ${passphraseVariable}.

Exit status: 0 done, 2 it could not be done.
`;

const options = {
  replace: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function describeRestored({ companies, migrated, jobs, erasing, manifest }: Restored): string {
  const lines = [
    `Restored the backup of ${manifest.head.createdAt} (Interlude ${safeText(manifest.head.interlude)}): ${companies} companies; all checksums are equal.`,
    describeManifest(manifest).trimEnd(),
  ];
  if (migrated.length > 0)
    lines.push(`  brought up to this version by ${migrated.length} changes of the schema`);
  if (jobs > 0) lines.push(`  ${jobs} jobs that were running wait again`);
  for (const id of erasing)
    lines.push(
      `  the company ${safeText(id)} was erased after the backup: a worker erases it again`,
    );
  lines.push(
    'Keys, links and rights that were revoked after the backup are valid again: look through them.',
  );
  return `${lines.join('\n')}\n`;
}

async function run(args: readonly string[], io: BackupIo): Promise<number> {
  const { values, positionals } = parse(args);
  const [given, ...more] = positionals;
  if (values.help) {
    io.print(restoreUsage);
    return 0;
  }
  if (given === undefined || more.length > 0) throw new ArgumentError(restoreUsage);
  const config = parseConfig(io.env, io.cwd);
  const file = resolve(io.cwd, given);
  const passphrase = io.env[passphraseVariable];
  if (values.verify) {
    const { manifest, isSealed } = await verifyBackup({ config, file, passphrase });
    const seal = isSealed === true ? 'and the seal ' : '';
    io.print(`${file}: all checksums ${seal}are right (${manifest.head.createdAt}).\n`);
    io.print(describeManifest(manifest));
    if (isSealed !== true)
      io.say(
        `The key ${manifest.head.key.fingerprint} is not here: whether somebody has changed the file was not checked.\n`,
      );
    return 0;
  }
  const restored = await restoreBackup({
    ...{ config, database: databaseOf(config), file, passphrase },
    ...{ isReplacing: values.replace, note: (sentence: string) => io.say(`${sentence}\n`) },
  });
  io.print(describeRestored(restored));
  return 0;
}

/** @returns the exit status */
export const runRestore = (args: readonly string[], io: BackupIo): Promise<number> =>
  asCommand(io, () => run(args, io));
