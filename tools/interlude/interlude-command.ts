/** `npm run interlude` without its process. */
import { parseArgs } from 'node:util';
import {
  ApiError,
  ConnectionError,
  createInterludeClient,
  type Interlude,
} from '@interlude/client';
import { z } from 'zod';
import { applyPlan, ChangedMeanwhile } from './apply-plan.ts';
import { missingOf } from './bodies.ts';
import { CommandError } from './command-error.ts';
import { readDocument, type Wanted } from './documents.ts';
import { exportProblems, filesOf, writeFiles, yamlFilesIn } from './export-files.ts';
import { type Kind, kinds } from './kinds.ts';
import { nameBook } from './name-book.ts';
import { makePlan, type Plan } from './plan.ts';
import { type Platform, readPlatform } from './platform.ts';
import { doneText, planText, safeLines, safeText } from './print-plan.ts';
import { readFiles } from './read-files.ts';
import { type Environment, maskAddress } from './secret-texts.ts';

export const usage = `Channels, playlists and systems of a company as YAML files.

  npm run -s interlude -- channels list [--json]
  npm run -s interlude -- channels export [folder] [--force]
  npm run -s interlude -- channels diff <folder or file> [--prune] [--secrets]
  npm run -s interlude -- channels apply <folder or file> [--prune] [--secrets] [--yes]

list      the channels
export    one file for each channel, playlist and system; without a folder all of them on standard output
diff      what apply would do
apply     the same, and then does it; --yes does not ask

--url      address of the console; INTERLUDE_URL
--key      API key with the scopes read and write; INTERLUDE_KEY (a command line is seen by others on the machine)
--only     kinds, with commas: channel,playlist,system. Playlists and systems need a key of a SuperAdmin
--prune    deletes channels and playlists that no file names, of the kinds that the files have; with --only of these
           kinds, systems too
--secrets  writes stored secrets anew from the variables that the files name
--force    writes over files in the folder

Exit status: 0 done, or nothing to do; 1 error, or not confirmed; 2 diff found differences.
`;

export interface InterludeIo {
  /** Standard output, and standard error. */
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
  /** Undefined: there is no terminal to answer. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly environment: Environment;
}

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  only: { type: 'string' },
  prune: { type: 'boolean', default: false },
  secrets: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function onlyOf({ only }: Flags): readonly Kind[] | undefined {
  return only?.split(',').map((name) => {
    const found = kinds.find((kind) => kind === name || `${kind}s` === name);
    if (found === undefined) throw new CommandError(`--only: choose of ${kinds.join(', ')}.`);
    return found;
  });
}

function clientOf(flags: Flags, environment: Environment): Interlude {
  const url = flags.url ?? environment['INTERLUDE_URL'] ?? '';
  const key = flags.key ?? environment['INTERLUDE_KEY'] ?? '';
  if (url === '' || key === '')
    throw new CommandError('Set INTERLUDE_URL and INTERLUDE_KEY, or give --url and --key.');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CommandError('The key has signs that no key has.');
  try {
    return createInterludeClient({ url, key });
  } catch (error) {
    throw new CommandError(error instanceof TypeError ? error.message : String(error));
  }
}

async function list(interlude: Interlude, { json }: Flags, io: InterludeIo): Promise<number> {
  const channels = await interlude.channels.list({ query: { limit: -1, sort: 'name' } });
  const rows = channels.map(({ name, type, state, sourceManifestUrl }) => ({
    ...{ name, type, state, source: maskAddress(sourceManifestUrl) },
  }));
  if (json) {
    io.print(`${safeLines(JSON.stringify(rows, null, 2))}\n`);
    return 0;
  }
  const width = rows.reduce((widest, { name }) => Math.max(widest, name.length), 0);
  for (const { name, type, state, source } of rows)
    io.print(
      `${safeText(name).padEnd(width)}  ${type.padEnd(9)}  ${state.padEnd(8)}  ${safeText(source)}\n`,
    );
  return 0;
}

function sayAll(problems: readonly string[], io: InterludeIo): void {
  for (const problem of problems) io.say(`${safeText(problem)}\n`);
}

async function exportAll(
  interlude: Interlude,
  folder: string | undefined,
  flags: Flags,
  io: InterludeIo,
): Promise<number> {
  const only = onlyOf(flags) ?? kinds;
  const platform = await readPlatform(interlude);
  const hidden = platform.hidden.filter((kind) => only.includes(kind));
  if (hidden.length > 0 && flags.only !== undefined)
    throw new CommandError(`This key may not read ${hidden.join('s, ')}s.`);
  for (const kind of hidden) io.say(`Without ${kind}s: this key may not read them.\n`);
  const entries = platform.existing.filter(({ kind }) => only.includes(kind));
  const problems = exportProblems(entries);
  if (problems.length > 0) {
    sayAll(problems, io);
    return 1;
  }
  const files = filesOf(entries);
  if (folder === undefined) {
    io.print(files.map(({ text }) => `---\n${text}`).join(''));
    return 0;
  }
  const before = await yamlFilesIn(folder);
  if (before.length > 0 && !flags.force)
    throw new CommandError(`${folder} has YAML files: choose another folder, or --force.`);
  await writeFiles(folder, files);
  const left = before.filter((path) => !files.some((file) => file.path === path));
  for (const path of left)
    io.say(`${safeText(path)} was there before and is no longer exported.\n`);
  io.print(`${files.length} files in ${folder}.\n`);
  return 0;
}

interface Planned {
  readonly plan: Plan;
  readonly platform: Platform;
  readonly wanted: readonly Wanted[];
}

/** @returns undefined when there are problems, which are printed */
async function planFor(
  interlude: Interlude,
  path: string,
  flags: Flags,
  io: InterludeIo,
): Promise<Planned | undefined> {
  const only = onlyOf(flags);
  const { documents, problems } = await readFiles(path);
  const read = documents.map(readDocument);
  const wanted = read.flatMap((one) => one.wanted ?? []);
  const refused = [
    ...problems,
    ...read.flatMap((one) => (one.wanted === undefined ? one.problems : [])),
  ];
  if (refused.length > 0) {
    sayAll(refused, io);
    return undefined;
  }
  const platform = await readPlatform(interlude);
  const { prune, secrets } = flags;
  const plan = makePlan(wanted, platform, {
    ...{ only, prune, secrets, environment: io.environment },
  });
  io.print(planText(plan));
  sayAll(plan.problems, io);
  return plan.problems.length > 0 ? undefined : { plan, platform, wanted };
}

async function isConfirmed(io: InterludeIo): Promise<boolean> {
  const answer = await io.ask('Apply this? Type yes: ');
  if (answer === undefined)
    io.say('Nobody is there to confirm it: --yes applies without a question.\n');
  return answer?.trim() === 'yes';
}

async function apply(
  interlude: Interlude,
  path: string,
  flags: Flags,
  io: InterludeIo,
): Promise<number> {
  const planned = await planFor(interlude, path, flags, io);
  if (planned === undefined) return 1;
  const { changes } = planned.plan;
  if (changes.length === 0) return 0;
  const { environment } = io;
  const missing = changes.flatMap((change) =>
    change.action === 'delete' ? [] : missingOf(change.wanted, environment),
  );
  if (missing.length > 0) {
    io.say(`Set ${[...new Set(missing)].join(', ')}: what is to be written names them.\n`);
    return 1;
  }
  if (!flags.yes && !(await isConfirmed(io))) {
    io.say('Nothing was changed.\n');
    return 1;
  }
  const book = nameBook(planned.platform, planned.wanted);
  let count = 0;
  try {
    await applyPlan(changes, {
      ...{ interlude, book, environment },
      done: (change, note) => {
        count += 1;
        io.print(doneText(change));
        if (note !== undefined) io.say(`${safeText(maskAddress(note))}\n`);
      },
    });
  } catch (error) {
    const next = changes[count];
    io.say(next === undefined ? '' : `not ${doneText(next)}`);
    io.say(`${count} of ${changes.length} changes were made; apply again to go on.\n`);
    throw error;
  }
  return 0;
}

async function run(args: readonly string[], io: InterludeIo): Promise<number> {
  const { values, positionals } = parse(args);
  const [noun, verb, path, ...more] = positionals;
  if (noun !== 'channels' || more.length > 0) throw new CommandError(usage);
  if (verb === 'list' && path === undefined)
    return await list(clientOf(values, io.environment), values, io);
  if (verb === 'export') return await exportAll(clientOf(values, io.environment), path, values, io);
  if (path === undefined) throw new CommandError(usage);
  if (verb === 'apply') return await apply(clientOf(values, io.environment), path, values, io);
  if (verb !== 'diff') throw new CommandError(usage);
  const planned = await planFor(clientOf(values, io.environment), path, values, io);
  if (planned === undefined) return 1;
  return planned.plan.changes.length === 0 ? 0 : 2;
}

/** The sentence of an expected failure; undefined = a fault of ours. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  if (error instanceof ApiError) {
    const { errorCode = error.status, requestId } = error.error;
    return `${error.message} (${errorCode}${requestId === undefined ? '' : `, request ${requestId}`})`;
  }
  const isExpected = [CommandError, ConnectionError, ChangedMeanwhile].some(
    (expected) => error instanceof expected,
  );
  const isOfFiles = error instanceof Error && 'syscall' in error;
  return error instanceof Error && (isExpected || isOfFiles) ? error.message : undefined;
}

/** @returns the exit status */
export async function runInterlude(args: readonly string[], io: InterludeIo): Promise<number> {
  if (args.includes('--help') || args.length === 0) {
    io.print(usage);
    return args.length === 0 ? 1 : 0;
  }
  try {
    return await run(args, io);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    io.say(sentence === usage ? usage : `${safeText(maskAddress(sentence))}\n`);
    return 1;
  }
}
