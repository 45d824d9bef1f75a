import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { VitestReportWriter } from './tools/stages/vitest-report.ts';

// Node 24 strips types itself; the private condition makes every workspace resolve to its source.
const conditions = ['@interlude/source'];

const pure = '{audit,conditioning,contract,dash,hls,reporting,scte35,stitching,vast}';
const ends = 'test.{ts,tsx}';
const notUnit = ['**/*.{integration,full}.test.ts'];

/** Counts every socket of its process, so no other file may have left a connection there. */
const aloneInProcess = ['packages/runtime/src/egress/egress-addresses.test.ts'];

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
    },
  },
  {
    extends: true,
    test: {
      name: 'node',
      include: [`{packages,apps}/*/src/**/*.${ends}`, 'tests/*.test.ts', 'tools/**/*.test.ts'],
      exclude: [...notUnit, ...aloneInProcess, `packages/${pure}/**`, 'apps/console/**'],
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
    test: {
      name: 'dom',
      include: [`apps/console/src/**/*.${ends}`],
      exclude: notUnit,
      pool: 'forks',
      isolate: false,
    },
  },
];

/** What these prove has to be done within a time of the stream, by a machine that does nothing else. */
const timed = ['apps/stitcher/src/ad-decisions/many-viewers.*.test.ts'];

/**
 * The short forms wait for half of their time: for processes to start and end, for what never answers. The long forms
 * keep the machine busy, and encoders at low priority would starve beside a third worker.
 */
const workersOf = { integration: Math.ceil(availableParallelism() * 1.5), full: '100%' };

/** Each file has a process of its own: they kill, fill disks and count what is left behind. */
const long = (kind: 'integration' | 'full'): TestProjectInlineConfiguration[] => [
  {
    extends: true,
    test: {
      name: kind,
      include: [`{packages,apps}/*/src/**/*.${kind}.test.ts`, `tests/**/*.${kind}.test.ts`],
      exclude: timed,
      testTimeout: 120_000,
      maxWorkers: workersOf[kind],
      sequence: { groupOrder: 0 },
    },
  },
  {
    extends: true,
    test: {
      name: `${kind}-timed`,
      include: timed.map((file) => file.replace('*.test', `${kind}.test`)),
      testTimeout: 120_000,
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
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

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects,
    setupFiles: ['tests/property-seed.setup.ts'],
    testTimeout: 20_000,
    reporters: ['default', ...(report === undefined ? [] : [new VitestReportWriter(report)])],
    hookTimeout: 120_000,
    // Vitest would leave one core idle, which is half of a machine of two.
    maxWorkers: '100%',
  },
});
