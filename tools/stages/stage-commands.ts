/** Runs stages: the project's own commands, after the programs that they need were found. */
import { findChromium } from '../find-chromium.ts';
import { requireFfmpeg } from '../find-ffmpeg.ts';
import { findPostgres } from '../find-postgres.ts';
import { runCommand } from '../run-command.ts';
import { readPlaywright, readVitest } from './runner-reports.ts';
import type { Tally } from './stage.ts';

type Environment = Readonly<Record<string, string>>;

const one = (passed: boolean): Tally => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  flaky: 0,
  files: [],
});

export const tool = (file: string, ...args: string[]) => [
  'node',
  '--conditions=@interlude/source',
  `tools/${file}`,
  ...args,
];

/** A stage that is one or more commands: passed or failed as a whole. */
export async function commands(...all: (readonly string[])[]): Promise<Tally> {
  for (const command of all) {
    const { code } = await runCommand(command);
    if (code !== 0) return one(false);
  }
  return one(true);
}

/** The same for commands that do not need each other's results: they run side by side. */
export async function sideBySide(...all: (readonly string[])[]): Promise<Tally> {
  const results = await Promise.all(all.map((command) => runCommand(command)));
  return one(results.every(({ code }) => code === 0));
}

/** Found or installed once; every later stage gets the paths. */
const machine: Record<string, string> = {};

async function prepared(prepare: () => Promise<void>): Promise<Tally> {
  try {
    await prepare();
    return one(true);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return one(false);
  }
}

export const prepareMachine = () =>
  prepared(async () => {
    machine['CHROMIUM_PATH'] = await findChromium();
    machine['SYSTEM_POSTGRES_BIN'] = await findPostgres();
    for (const [name, path] of Object.entries(machine)) process.stdout.write(`${name}=${path}\n`);
  });

/** For `npm run test:full`; `npm test` encodes with node-av alone, which comes with `npm ci`. */
export const prepareFfmpeg = () => prepared(requireFfmpeg);

/** A command that writes the report of vitest-report.ts to VITEST_REPORT. */
async function counted(
  report: string,
  command: readonly string[],
  env: Environment = {},
): Promise<Tally> {
  const { code } = await runCommand(command, {
    env: { ...machine, VITEST_REPORT: report, ...env },
  });
  return readVitest(report, code);
}

export const vitest = (report: string, args: readonly string[], env?: Environment) =>
  counted(report, ['vitest', 'run', ...args], env);

/** Every named proof of a channel setting counts as a test. */
export const proveSettings = (report: string) => counted(report, tool('prove-settings.ts'));

/** Vitest with Debian's PostgreSQL in place of the embedded one. */
export const vitestOnSystemPostgres = (report: string, args: readonly string[]): Promise<Tally> =>
  vitest(report, args, { TEST_PG_BIN: machine['SYSTEM_POSTGRES_BIN'] ?? '' });

export async function playwright(
  report: string,
  args: readonly string[],
  env: Environment = {},
): Promise<Tally> {
  const { code } = await runCommand(tool('run-e2e.ts', '--reporter=list,json', ...args), {
    env: { ...machine, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
  });
  return readPlaywright(report, code);
}
