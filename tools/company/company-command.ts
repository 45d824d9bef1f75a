/** `npm run company` without its process. */
import { parseArgs } from 'node:util';
import { DomainError } from '@interlude/contract/errors';
import {
  createCompanyErasureStore,
  createEgressGrantStore,
  createTenantStore,
  type Database,
} from '@interlude/persistence';
import { createEgress, type Egress } from '@interlude/runtime';
import { type CompanyInventory, eraseCompany, takeInventory } from '@interlude/worker';
import { type Installation, withInstallation } from '../open-installation.ts';
import { exportCompany } from './export-company.ts';

export const usage = `Exports or erases a company.

  npm run -s company -- export <name or id> <file.tar or file.tar.gz> [--media] [--events]
  npm run -s company -- erase <name or id> [--dry-run] [--yes] [--leave-storages]
  npm run -s company -- erased

export    all rows, with --media its stored files, with --events its archived events
erase     removes rows, files, archived events and accounts of people who are in no other company, for good.
          It asks for the name first; --yes does not ask, --dry-run counts alone. A killed erasure is gone on with by
          the same command with the id, or by a worker
erased    the companies that were erased: id, time, counts, ad events by month

Exit status: 0 done, 1 not confirmed, 2 it could not be done.
`;

export interface CompanyIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
  /** Undefined: there is no terminal to answer. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** Wrong arguments; the message is a sentence for the person who typed the command. */
class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

const options = {
  media: { type: 'boolean', default: false },
  events: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'leave-storages': { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

interface Company {
  readonly id: string;
  readonly name: string;
}

/** Finds a company, also one whose erasure was killed after its row was removed. */
async function findCompany(database: Database, name: string): Promise<Company> {
  const found = await createTenantStore(database).find(name);
  if (found !== undefined) return found;
  const erasures = await createCompanyErasureStore(database).list();
  const erasure = erasures.find(({ companyId }) => companyId === name);
  if (erasure === undefined) throw new ArgumentError(`There is no company "${name}".`);
  if (erasure.doneAt !== null)
    throw new ArgumentError(`The company was erased on ${erasure.doneAt}.`);
  return { id: name, name };
}

/** Storages are reached with the egress grants of the company, as the platform does. */
async function openEgress({ config, database }: Installation): Promise<Egress> {
  const egress = createEgress({ offer: config.egressAllow });
  const grants = await createEgressGrantStore(database).list();
  egress.setGrants(new Map(grants.map(({ tenantId, entries }) => [tenantId, entries])));
  return egress;
}

const size = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export function describeInventory({ rows, storages, eventFiles }: CompanyInventory): string {
  const lines = Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`);
  const files = storages.map(
    ({ name, files: count, bytes, problem }) =>
      `  files in "${name}": ${problem ?? `${count} (${size(bytes)})`}`,
  );
  const events = `  files of archived events: ${eventFiles.files} (${size(eventFiles.bytes)})`;
  return `${[...lines, ...files, events].join('\n')}\n`;
}

async function isConfirmed({ name }: Company, io: CompanyIo): Promise<boolean> {
  const answer = await io.ask(`Erase "${name}" for good? Type its name: `);
  if (answer === undefined) {
    io.say('Nobody is there to confirm it: --yes erases without a question.\n');
  }
  return answer?.trim() === name;
}

async function erase(
  installation: Installation,
  company: Company,
  values: ReturnType<typeof parse>['values'],
  io: CompanyIo,
): Promise<number> {
  const { config, database } = installation;
  const egress = await openEgress(installation);
  try {
    const deps = { config, database, egress, dataFolder: config.dataFolder };
    io.print(`"${company.name}" (${company.id}):\n`);
    io.print(describeInventory(await takeInventory(deps, company.id)));
    if (values['dry-run']) return 0;
    if (!values.yes && !(await isConfirmed(company, io))) {
      io.say('Nothing was erased.\n');
      return 1;
    }
    const counts = await eraseCompany(deps, company.id, {
      mayLeaveStorages: values['leave-storages'],
    });
    if (counts === undefined) {
      io.say('Another process is erasing it.\n');
      return 2;
    }
    io.print(`Erased. ${JSON.stringify(counts)}\n`);
    return 0;
  } finally {
    await egress.close();
  }
}

async function exportTo(
  installation: Installation,
  company: Company,
  file: string,
  values: ReturnType<typeof parse>['values'],
  io: CompanyIo,
): Promise<number> {
  const egress = await openEgress(installation);
  try {
    const { tables, files, missing } = await exportCompany({
      ...{ ...installation, egress, tenantId: company.id, file },
      ...{ withMedia: values.media, withEvents: values.events },
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    io.print(`${file}: ${rows} rows of ${tables.length} tables, ${files.length} files.\n`);
    if (missing.length > 0) io.say(`${missing.length} files were removed meanwhile.\n`);
    return 0;
  } finally {
    await egress.close();
  }
}

async function run(installation: Installation, args: readonly string[], io: CompanyIo) {
  const { values, positionals } = parse(args);
  const [command, name, file, ...more] = positionals;
  if (command === 'erased' && name === undefined) {
    const list = await createCompanyErasureStore(installation.database).list();
    io.print(`${JSON.stringify(list, null, 2)}\n`);
    return 0;
  }
  const isExport = command === 'export' && file !== undefined;
  const isErase = command === 'erase' && file === undefined;
  if (name === undefined || more.length > 0 || !(isExport || isErase))
    throw new ArgumentError(usage);
  const company = await findCompany(installation.database, name);
  return isExport
    ? exportTo(installation, company, file ?? '', values, io)
    : erase(installation, company, values, io);
}

/** @returns the exit status */
export async function runCompany(
  args: readonly string[],
  io: CompanyIo,
  open: typeof withInstallation = withInstallation,
): Promise<number> {
  if (args.includes('--help') || args.length === 0) {
    io.print(usage);
    return args.length === 0 ? 2 : 0;
  }
  try {
    return await open((installation) => run(installation, args, io));
  } catch (error) {
    if (!(error instanceof ArgumentError || error instanceof DomainError)) throw error;
    io.say(`${error.message}\n`);
    return 2;
  }
}
