import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { useScratchFolder } from './tools/scratch-folder.ts';
import { VitestReportWriter } from './tools/stages/vitest-report.ts';

// Node 24 strips types itself; the private condition makes every workspace resolve to its source.
const conditions = ['@interlude/source'];

const pure =
  '{audit,billing,conditioning,contract,dash,evidence,hls,monitoring,reporting,scte35,stitching,vast}';
const ends = 'test.{ts,tsx}';
const notUnit = ['**/*.{integration,full}.test.ts'];

/** The first counts every socket of its process, the second collects its heap a hundred times: nothing of another file may be there. */
const aloneInProcess = [
  'packages/runtime/src/egress/egress-addresses.test.ts',
  'packages/testkit/src/fuzz/fuzz-cases.test.ts',
];
/** A stage of its own, before the units. */
const architecture = ['tests/architecture.test.ts'];

/**
 * Unit tests of the apps and the short forms wait for two fifths of their time: for the database, for equal time of a
 * sign-in, for processes to start and end, for what never answers. The long forms keep the machine busy, and encoders at
 * low priority would starve beside a third worker.
 */
const waiting = Math.ceil(availableParallelism() * 1.5);
const workersOf = { integration: waiting, full: '100%' };
/** Without I/O a third worker on two cores would only import what the other two have imported. */
const busy = { maxWorkers: '100%', sequence: { groupOrder: 1 } };

/**
 * Two projects, for a worker goes on to the next file only if its environment is the same: with both in one, each third
 * file began a new process.
 */
const ofConsole: TestProjectInlineConfiguration['test'] = {
  exclude: notUnit,
  pool: 'forks',
  isolate: false,
  setupFiles: ['apps/console/src/testing/shared-state.setup.ts'],
  ...busy,
};

/** Without isolation the files of a worker share their modules: each is imported once for a worker, not once a file. */
const unit: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'pure',
      include: [`packages/${pure}/src/**/*.${ends}`],
      exclude: notUnit,
      pool: 'threads',
      isolate: false,
      ...busy,
    },
  },
  {
    extends: true,
    test: {
      name: 'node',
      include: [`{packages,apps}/*/src/**/*.${ends}`, 'tests/*.test.ts', 'tools/**/*.test.ts'],
      exclude: [
        ...[...notUnit, ...architecture, ...aloneInProcess],
        ...[`packages/${pure}/**`, 'apps/console/**'],
      ],
      pool: 'forks',
      isolate: false,
    },
  },
  {
    extends: true,
    test: { name: 'alone', include: aloneInProcess, pool: 'forks' },
  },
  {
    extends: true,
    test: { name: 'architecture', include: architecture, pool: 'forks' },
  },
  {
    extends: true,
    test: { ...ofConsole, name: 'console', include: ['apps/console/src/**/*.test.ts'] },
  },
  {
    extends: true,
    test: {
      ...ofConsole,
      name: 'dom',
      include: ['apps/console/src/**/*.test.tsx'],
      environment: 'happy-dom',
    },
  },
];

/** What these prove has to be done within a time of the stream, by a machine that does nothing else. */
const timed = [
  'apps/stitcher/src/ad-decisions/many-viewers.*.test.ts',
  'apps/stitcher/src/hostile-*.*.test.ts',
  'tests/platform/round-robin*.*.test.ts',
];

/** Millions of rows: a stage of its own. */
const oracle = ['packages/persistence/src/reports/oracle.full.test.ts'];

/** Each file has a process of its own: they kill, fill disks and count what is left behind. */
const long = (kind: 'integration' | 'full'): TestProjectInlineConfiguration[] => [
  {
    extends: true,
    test: {
      name: kind,
      include: [`{packages,apps}/*/src/**/*.${kind}.test.ts`, `tests/**/*.${kind}.test.ts`],
      exclude: [...timed, ...oracle],
      testTimeout: 120_000,
      maxWorkers: workersOf[kind],
      sequence: { groupOrder: 0 },
    },
  },
  {
    extends: true,
    test: {
      name: `${kind}-timed`,
      include: timed.map((file) => file.replace('.*.test', `.${kind}.test`)),
      testTimeout: 120_000,
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
    },
  },
  {
    extends: true,
    test: {
      name: `${kind}-oracle`,
      include: kind === 'full' ? oracle : [],
      maxWorkers: 1,
      sequence: { groupOrder: 2 },
    },
  },
];

/**
 * Which tests run, by the end of a file's name: `*.test.ts` are unit tests, `*.integration.test.ts` the short
 * integration tests of `npm test` (TESTS=integration), `*.full.test.ts` those that only `npm run test:full`
 * runs (TESTS=full).
 */
const kind = process.env['TESTS'];
const projects = kind === 'integration' || kind === 'full' ? long(kind) : unit;
const report = process.env['VITEST_REPORT'];
// What the long forms write may be more than the memory holds, and some fill a disk.
if (kind !== 'full') await useScratchFolder();

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects,
    setupFiles: ['tests/property-seed.setup.ts'],
    // All runs of a property are four times those of `npm test`.
    testTimeout: process.env['PROPERTY_RUNS'] === 'all' ? 80_000 : 20_000,
    reporters: ['default', ...(report === undefined ? [] : [new VitestReportWriter(report)])],
    hookTimeout: 120_000,
    maxWorkers: waiting,
  },
});
