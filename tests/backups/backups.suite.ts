/** An installation with rows and files, and another one into which its backup is restored: by the commands themselves. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createSystemStore } from '@interlude/persistence';
import {
  addChannel,
  addTenant,
  addUser,
  emptyDatabase,
  type TemplateDatabase,
  templateDatabase,
  testSecretKey,
} from '@interlude/testkit';
import pg from 'pg';
import { runBackup } from '../../tools/backup/backup-command.ts';
import { runRestore } from '../../tools/backup/restore-command.ts';

export interface Place {
  readonly databaseUrl: string;
  readonly dataFolder: string;
}

export interface CommandResult {
  readonly status: number;
  readonly printed: string;
  readonly said: string;
}

export interface BackupBench {
  readonly source: TemplateDatabase;
  readonly place: Place;
  readonly folder: string;
  readonly tenant: string;
  /** Of the company: a storage with a sealed secret. */
  readonly bucketId: string;
  /** A place without anything. */
  makeTarget(): Promise<Place>;
  backup(from: Place, args: readonly string[], env?: Environment): Promise<CommandResult>;
  restore(to: Place, args: readonly string[], env?: Environment): Promise<CommandResult>;
  end(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

export const secretKeyText = testSecretKey.toString('base64');

/** Variables of a command for a place. */
export const environmentOf = ({ databaseUrl, dataFolder }: Place): Environment => ({
  DATABASE_URL: databaseUrl,
  INTERLUDE_DATA: dataFolder,
  INTERLUDE_SECRET_KEY: secretKeyText,
});

export const putFile = async (dataFolder: string, name: string, content: string | Buffer) => {
  const path = join(dataFolder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
};

async function runCommand(
  command: typeof runBackup,
  args: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  let printed = '';
  let said = '';
  const status = await command(args, {
    print: (text) => {
      printed += text;
    },
    say: (text) => {
      said += text;
    },
    ...{ env, cwd: tmpdir(), nowMs: Date.now() },
  });
  return { status, printed, said };
}

/** Names and checksums of all files below a folder. */
export async function filesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const entry of found.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    files.set(path.slice(folder.length + 1), createHash('sha256').update(content).digest('hex'));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Count and checksum of every table, in an order of its own, independent of the commands'. */
export async function rowsOf(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const sums = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as sum
         from public."${name}" t`,
      );
      sums.set(name, rows[0]?.sum ?? '');
    }
    return sums;
  } finally {
    await client.end();
  }
}

export async function openBackupBench(): Promise<BackupBench> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-backups-'));
  const source = await templateDatabase();
  const { database } = source;
  const tenant = await addTenant(database, 'Example TV');
  const drops: (() => Promise<void>)[] = [];
  await addUser(database, tenant, { email: 'ann@example.com', role: 'SuperAdmin' });
  await addChannel(database, tenant, {
    name: 'News "quoted"; drop table x; -- \\. \\N',
    sourceHeaders: { authorization: 'planted-secret' },
  });
  const bucket = await createSystemStore(database).create(tenant, {
    ...{ name: 'Bucket', type: 's3' },
    settings: { bucket: 'media', region: 'eu-central-1', secretAccessKey: 'planted-s3' },
  });
  const dataFolder = join(folder, 'source');
  await putFile(dataFolder, `media/${tenant}/sources/a.mp4`, Buffer.alloc(300_000, 'film'));
  await putFile(dataFolder, `media/${tenant}/ads/${'c'.repeat(150)}/p/j/1/1.m4s`, 'segment');
  await putFile(dataFolder, `media/${tenant}/ads/c/p/j/1/empty.m4s`, '');
  await putFile(dataFolder, `event-archive/events/${tenant}/2026-11-23/f.parquet`, 'PAR1');
  // Files that do not belong into a backup.
  await putFile(dataFolder, 'media/~incoming/half', 'half');
  await putFile(dataFolder, 'event-archive/intake/w-0000000001-1.seg', 'waits');
  await putFile(dataFolder, 'spool/w/1.seg', 'events');
  await putFile(dataFolder, 'secret.key', `${secretKeyText}\n`);
  let targets = 0;
  return {
    ...{ source, folder, tenant, bucketId: bucket.id },
    place: { databaseUrl: source.url, dataFolder },
    async makeTarget() {
      targets += 1;
      const { url, drop } = await emptyDatabase();
      drops.push(drop);
      const target = join(folder, `target-${targets}`);
      await mkdir(target);
      return { databaseUrl: url, dataFolder: target };
    },
    backup: (from, args, env = {}) =>
      runCommand(runBackup, args, { ...environmentOf(from), ...env }),
    restore: (to, args, env = {}) => runCommand(runRestore, args, { ...environmentOf(to), ...env }),
    async end() {
      for (const drop of drops.splice(0)) await drop();
      await source.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
