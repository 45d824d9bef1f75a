/** `npm test`: every check of the project, one stage after the other, stopping at the first that fails. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { findPostgres } from './find-postgres.ts';
import { runCommand } from './run-command.ts';
import { countPlaywright, countVitest, type Tally } from './test-reports.ts';

interface Stage {
  readonly name: string;
  /** What a developer types to run it alone. */
  readonly repeat: string;
  readonly run: (report: string) => Promise<Tally>;
}

const tool = (file: string, ...args: string[]) => [
  'node',
  '--conditions=@interlude/source',
  `tools/${file}`,
  ...args,
];

/** A stage that is one command: passed or failed as a whole. */
async function commands(...all: (readonly string[])[]): Promise<Tally> {
  for (const command of all) {
    const { code } = await runCommand(command);
    if (code !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/** Found or installed once; every later stage gets the paths. */
const machine: Record<string, string> = {};

async function prepareMachine(): Promise<Tally> {
  try {
    machine['CHROMIUM_PATH'] = await findChromium();
    machine['SYSTEM_POSTGRES_BIN'] = await findPostgres();
    for (const [name, path] of Object.entries(machine)) process.stdout.write(`${name}=${path}\n`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

async function vitest(
  report: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runCommand(['vitest', 'run', ...reporters, ...args], {
    env: { ...machine, ...env },
  });
  return countVitest(report, code);
}

const ARCHITECTURE = 'tests/architecture.test.ts';

const stages: readonly Stage[] = [
  { name: 'format', repeat: 'npm run format:check', run: () => commands(['biome', 'ci', '.']) },
  {
    name: 'types',
    repeat: 'npm run types',
    run: () =>
      commands(
        ['tsc', '-p', 'tsconfig.json'],
        ['tsc', '-p', 'apps/console/tsconfig.json'],
        ['tsc', '-p', 'tests/e2e/tsconfig.json'],
      ),
  },
  {
    name: 'architecture',
    repeat: `npx vitest run ${ARCHITECTURE}`,
    run: (report) => vitest(report, [ARCHITECTURE]),
  },
  { name: 'unused code', repeat: 'npm run unused', run: () => commands(['knip']) },
  {
    name: 'docs',
    repeat: 'npm run docs -- --check',
    run: () => commands(tool('generate-docs.ts', '--check')),
  },
  { name: 'machine', repeat: 'npm test', run: prepareMachine },
  {
    name: 'unit',
    repeat: 'npm run unit',
    run: (report) => vitest(report, ['--exclude', ARCHITECTURE]),
  },
  {
    name: 'database on the system PostgreSQL',
    repeat: 'TEST_PG_BIN=<folder with initdb and postgres> npx vitest run packages/persistence',
    run: (report) => {
      const env = { TEST_PG_BIN: machine['SYSTEM_POSTGRES_BIN'] ?? '' };
      return vitest(report, ['packages/persistence', 'apps/control-plane/src/resources'], env);
    },
  },
  {
    name: 'integration',
    repeat: 'npm run integration',
    run: (report) => vitest(report, [], { INTEGRATION: '1' }),
  },
  {
    name: 'end to end',
    repeat: 'npm run e2e',
    run: async (report) => {
      const { code } = await runCommand(tool('run-e2e.ts', '--reporter=list,json'), {
        env: { ...machine, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      });
      return countPlaywright(report, code);
    },
  },
];

const seconds = (sinceMs: number): string =>
  `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

async function runStages(reports: string): Promise<Tally> {
  const total = { passed: 0, failed: 0 };
  for (const [index, stage] of stages.entries()) {
    const startedAt = performance.now();
    process.stdout.write(`\n── ${index + 1}/${stages.length} ${stage.name}\n`);
    const tally = await stage.run(join(reports, `${index}.json`));
    total.passed += tally.passed;
    total.failed += tally.failed;
    const verdict = tally.failed === 0 ? 'ok' : `FAILED (repeat: ${stage.repeat})`;
    process.stdout.write(
      `── ${stage.name}: ${verdict}, ${tally.passed} passed, ${tally.failed} failed, ${seconds(startedAt)}\n`,
    );
    if (tally.failed > 0) break;
  }
  return total;
}

const startedAt = performance.now();
const reports = await mkdtemp(join(tmpdir(), 'interlude-tests-'));
try {
  const { passed, failed } = await runStages(reports);
  process.stdout.write(`\n${seconds(startedAt)}\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await rm(reports, { recursive: true, force: true });
}
