/** Every stage of `npm test` and `npm run test:full`, in the order in which they run. */
import type { Stage, TestCommand } from './stage.ts';
import {
  commands,
  playwright,
  prepareFfmpeg,
  prepareMachine,
  proveSettings,
  sideBySide,
  tool,
  vitest,
  vitestOnSystemPostgres,
} from './stage-commands.ts';

const both: readonly TestCommand[] = ['test', 'full'];
/** The parts of the second database engine that `npm test` looks at. */
const SHORT_DATABASE = ['packages/persistence', 'apps/control-plane/src/resources/channels'];

const statics: readonly Stage[] = [
  {
    name: 'format',
    proves: 'format and lint rules',
    repeat: 'npm run format:check',
    budgetSeconds: 8,
    commands: both,
    run: () => commands(['biome', 'ci', '.']),
  },
  {
    name: 'types',
    proves: 'types of servers, console and browser tests',
    repeat: 'npm run types',
    budgetSeconds: 30,
    commands: both,
    run: () =>
      sideBySide(
        ['tsc', '-p', 'tsconfig.json'],
        ['tsc', '-p', 'apps/console/tsconfig.json'],
        ['tsc', '-p', 'tests/e2e/tsconfig.json'],
      ),
  },
  {
    name: 'architecture',
    proves: 'who imports whom, sizes of files, folders of nouns',
    repeat: 'npx vitest run --project architecture',
    budgetSeconds: 16,
    commands: both,
    run: (report) => vitest(report, ['--project', 'architecture']),
  },
  {
    name: 'unused',
    proves: 'no unused code and no unused dependency',
    repeat: 'npm run unused',
    budgetSeconds: 5,
    commands: both,
    run: () => commands(['knip']),
  },
  {
    name: 'docs',
    proves: 'docs/reference is what the code generates',
    repeat: 'npm run docs -- --check',
    budgetSeconds: 3,
    commands: both,
    run: () => commands(tool('generate-docs.ts', '--check')),
  },
  {
    name: 'machine',
    proves: 'a Chromium and a second PostgreSQL are there',
    repeat: 'npm test',
    budgetSeconds: 2,
    commands: both,
    always: true,
    run: prepareMachine,
  },
];

const inProcess: readonly Stage[] = [
  {
    name: 'unit',
    proves: 'every package and app by its unit tests',
    repeat: 'npm run unit',
    budgetSeconds: 222,
    commands: both,
    run: (report) => vitest(report, ['--project', '!architecture']),
  },
  {
    name: 'integration',
    proves: 'encoders, processes and servers in real time, in their short form',
    repeat: 'npm run integration',
    budgetSeconds: 170,
    commands: both,
    run: (report) => vitest(report, [], { TESTS: 'integration' }),
  },
  {
    name: 'database',
    proves: 'SQL on a second PostgreSQL',
    repeat: `TEST_PG_BIN=<folder with initdb and postgres> npx vitest run ${SHORT_DATABASE.join(' ')}`,
    budgetSeconds: 35,
    commands: ['test'],
    run: (report) => vitestOnSystemPostgres(report, SHORT_DATABASE),
  },
];

const browsers: readonly Stage[] = [
  {
    name: 'console',
    proves: 'the console in a real Chromium',
    repeat: 'npm run e2e -- --project=journeys --project=console --grep-invert @full',
    budgetSeconds: 235,
    commands: ['test'],
    run: (report) =>
      playwright(report, [
        ...['--project=journeys', '--project=console'],
        ...['--grep-invert', '@full', '--retries=0'],
      ]),
  },
  {
    name: 'playback',
    proves: 'three players in real time, one break for each form of stream',
    repeat: 'PLAYBACK_BREAKS=1 npm run e2e -- --project=playback --grep-invert @full',
    budgetSeconds: 135,
    commands: ['test'],
    run: (report) =>
      playwright(report, ['--project=playback', '--grep-invert', '@full', '--retries=0'], {
        PLAYBACK_BREAKS: '1',
      }),
  },
];

/** Stages of `npm run test:full` only. */
const long: readonly Stage[] = [
  {
    name: 'ffmpeg',
    proves: "a system FFmpeg is there, the second encoder and the judge of both encoders' output",
    repeat: 'npm run test:full -- --only ffmpeg',
    budgetSeconds: 10,
    commands: ['full'],
    always: true,
    run: prepareFfmpeg,
  },
  {
    name: 'database-full',
    proves: 'SQL and every resource of the API on a second PostgreSQL',
    repeat:
      'TEST_PG_BIN=<folder with initdb and postgres> npx vitest run packages/persistence apps/control-plane/src/resources',
    budgetSeconds: 120,
    commands: ['full'],
    run: (report) =>
      vitestOnSystemPostgres(report, ['packages/persistence', 'apps/control-plane/src/resources']),
  },
  {
    name: 'integration-full',
    proves: 'kills, crashes, full disks, silence, hostile and large files, a simulated week',
    repeat: 'npm run integration:full',
    budgetSeconds: 2_100,
    commands: ['full'],
    run: (report) => vitest(report, ['--project', '!full-oracle'], { TESTS: 'full' }),
  },
  {
    name: 'oracle',
    proves: 'every report of ten million events is what a naive count gives',
    repeat: 'TESTS=full npx vitest run --project full-oracle',
    budgetSeconds: 1_200,
    commands: ['full'],
    run: (report) => vitest(report, ['--project', 'full-oracle'], { TESTS: 'full' }),
  },
  {
    name: 'fuzz',
    proves: '100,000 made inputs for each parser',
    repeat: 'FUZZ_CASES=100000 npx vitest run fuzz.test',
    budgetSeconds: 180,
    commands: ['full'],
    run: (report) => vitest(report, ['fuzz.test'], { FUZZ_CASES: '100000' }),
  },
  {
    name: 'properties',
    proves: 'property tests of the pure packages, all of their runs, from a seed of the moment',
    repeat: 'FC_SEED=random PROPERTY_RUNS=all npx vitest run --project pure',
    budgetSeconds: 120,
    commands: ['full'],
    run: (report) =>
      vitest(report, ['--project', 'pure'], { FC_SEED: 'random', PROPERTY_RUNS: 'all' }),
  },
  {
    name: 'settings',
    proves: 'the proof of every channel setting fails where the setting is at its default',
    repeat: 'npm run prove-settings',
    budgetSeconds: 300,
    commands: ['full'],
    run: proveSettings,
  },
  {
    name: 'soak',
    proves: '1,000 simulated sessions of HLS and of DASH over half an hour, every output judged',
    repeat: 'npm run soak -- hls; npm run soak -- dash',
    budgetSeconds: 1_000,
    commands: ['full'],
    run: () => sideBySide(tool('soak.ts', 'hls'), tool('soak.ts', 'dash')),
  },
  {
    name: 'console-full',
    proves: 'every screen, theme and width of the console in a real Chromium',
    repeat: 'npm run e2e -- --project=console',
    budgetSeconds: 1_200,
    commands: ['full'],
    run: (report) => playwright(report, ['--project=console', '--retries=1']),
  },
  {
    name: 'journeys-full',
    proves:
      'from the sign-in to an ad on the screen: each type of channel made by hand and watched in real time',
    repeat: 'npm run e2e -- --project=journeys',
    budgetSeconds: 600,
    commands: ['full'],
    run: (report) => playwright(report, ['--project=journeys', '--retries=1']),
  },
  {
    name: 'playback-full',
    proves: 'every player on every form of source, three breaks each, in real time',
    repeat: 'PLAYBACK_BREAKS=3 npm run e2e -- --project=playback',
    budgetSeconds: 1_800,
    commands: ['full'],
    run: (report) =>
      playwright(report, ['--project=playback', '--retries=1'], {
        PLAYBACK_BREAKS: '3',
      }),
  },
  {
    name: 'ten-breaks',
    proves: 'the players of npm test over ten breaks, in real time',
    repeat: 'PLAYBACK_BREAKS=10 npm run e2e -- --project=playback --grep-invert @full',
    budgetSeconds: 1_200,
    commands: ['full'],
    run: (report) =>
      playwright(report, ['--project=playback', '--grep-invert', '@full', '--retries=1'], {
        PLAYBACK_BREAKS: '10',
      }),
  },
];

export const stages: readonly Stage[] = [...statics, ...inProcess, ...browsers, ...long];
