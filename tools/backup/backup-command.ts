/** `npm run backup` without its process. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { PrepareOptions } from '@interlude/persistence';
import { type Config, createLogger, findSecretKey, parseConfig } from '@interlude/runtime';
import { z } from 'zod';
import { safeText } from '../interlude/print-plan.ts';
import { root } from '../root.ts';
import { passphraseProblem, passphraseVariable } from './backup-key.ts';
import type { BackupManifest } from './manifest.ts';
import { writeBackup } from './write-backup.ts';

export const backupUsage = `Writes a backup of the installation, while it runs.

  npm run backup -- [--to <file or folder>] [--with-key]

One file with all rows of the database as one moment has them, the media and archived events of the data folder, and
checksums of all of it. Login sessions, tokens, leases and events that are not counted yet are not in it.

  --to <file or folder>  default: the present folder. Compressed when the name ends in .gz
  --with-key             with the key of the installation, sealed with the passphrase in ${passphraseVariable}.
                         Without it keep the key (secret.key, or INTERLUDE_SECRET_KEY) in another place: sealed
                         values of the backup cannot be read without it

Back again: npm run restore -- <file>

Exit status: 0 done, 2 it could not be done.
`;

export interface BackupIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly nowMs: number;
}

/** Wrong arguments; the message is a sentence for the person who typed the command. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** The database of a configuration, for a command. */
export function databaseOf({ databaseUrl, dataFolder, pgBin, pgRunAs }: Config): PrepareOptions {
  const logger = createLogger({ name: 'interlude', level: 'warn', stream: process.stderr });
  return { databaseUrl, dataFolder, binFolder: pgBin, runAs: pgRunAs, logger };
}

/** Sentences for people; anything else is a fault of ours. @returns the exit status */
export async function asCommand(io: BackupIo, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArgumentError || error instanceof DomainError)) throw error;
    io.say(`${error instanceof ArgumentError ? error.message : safeText(error.message)}\n`);
    return 2;
  }
}

const size = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Contents of a backup, as lines of text. */
export function describeManifest({ tables, objects, ...manifest }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { media, events } = objects;
  const lines = [
    `  ${rows} rows of ${tables.length} tables (${size(tables.reduce((sum, { bytes }) => sum + bytes, 0))})`,
    `  ${media.count} media files (${size(media.bytes)}), ${events.count} files of archived events (${size(events.bytes)})`,
  ];
  if (manifest.missing.count > 0)
    lines.push(`  ${manifest.missing.count} files were removed while it was written`);
  for (const { name, type, systemId } of manifest.remoteStorages)
    lines.push(
      `  not in it: files of the ${type} storage "${safeText(name)}" (${safeText(systemId)})`,
    );
  if (manifest.remoteArchive !== null)
    lines.push(
      `  not in it: archived events, which are in a storage of type ${manifest.remoteArchive}`,
    );
  return `${lines.join('\n')}\n`;
}

const options = {
  to: { type: 'string' },
  'with-key': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

const usualName = (nowMs: number) =>
  `interlude-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;

/** A folder gets a file with the time in its name. */
async function fileFor(to: string | undefined, { cwd, nowMs }: BackupIo): Promise<string> {
  const path = resolve(cwd, to ?? '.');
  const found = await stat(path).catch(() => undefined);
  const isFolder = found?.isDirectory() ?? /[\\/]$/.test(to ?? '');
  if (!isFolder) return path;
  await mkdir(path, { recursive: true });
  return join(path, usualName(nowMs));
}

const packageSchema = z.looseObject({ version: z.string() });

async function readVersion(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  return packageSchema.parse(JSON.parse(text)).version;
}

/** A command that looks for an installation makes none. */
function requireInstallation({ databaseUrl, dataFolder }: Config): void {
  const isThere = ['pg', 'database-location'].some((name) => existsSync(join(dataFolder, name)));
  if (databaseUrl !== undefined || isThere) return;
  const reason = `the data folder ${dataFolder} has no database, and DATABASE_URL is not set`;
  throw domainError('BACKUP_FAILED', { reason });
}

async function run(args: readonly string[], io: BackupIo): Promise<number> {
  const values = parse(args);
  if (values.help) {
    io.print(backupUsage);
    return 0;
  }
  const config = parseConfig(io.env, io.cwd);
  const passphrase = values['with-key'] ? io.env[passphraseVariable] : undefined;
  const problem = values['with-key'] ? passphraseProblem(passphrase) : undefined;
  if (problem !== undefined) throw new ArgumentError(problem);
  requireInstallation(config);
  const key = await findSecretKey(config);
  if (key === undefined) {
    const reason = `there is no key: neither ${config.dataFolder}/secret.key nor INTERLUDE_SECRET_KEY`;
    throw domainError('BACKUP_FAILED', { reason });
  }
  const file = await fileFor(values.to, io);
  const manifest = await writeBackup({
    ...{ config, database: databaseOf(config), file, key, passphrase },
    ...{ version: await readVersion(), nowMs: io.nowMs },
  });
  io.print(`${file}\n${describeManifest(manifest)}`);
  const { fingerprint } = manifest.head.key;
  io.print(
    passphrase === undefined
      ? `  without the key ${fingerprint}: keep it in another place\n`
      : `  with the key ${fingerprint}, sealed with the passphrase\n`,
  );
  return 0;
}

/** @returns the exit status */
export const runBackup = (args: readonly string[], io: BackupIo): Promise<number> =>
  asCommand(io, () => run(args, io));
