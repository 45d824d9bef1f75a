import { configDefaults, defineConfig } from 'vitest/config';
import { VitestReportWriter } from './tools/stages/vitest-report.ts';

// Node 24 strips types itself; the private condition makes every workspace resolve to its source.
const conditions = ['@interlude/source'];

/**
 * Which tests run, by the end of a file's name: `*.test.ts` are unit tests, `*.integration.test.ts` the short
 * integration tests of `npm test` (TESTS=integration), `*.full.test.ts` those that only `npm run test:full`
 * runs (TESTS=full).
 */
const kinds = {
  unit: {
    include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/*.{integration,full}.test.ts'],
    testTimeout: 20_000,
  },
  integration: {
    include: ['{packages,apps}/*/src/**/*.integration.test.ts', 'tests/**/*.integration.test.ts'],
    exclude: [],
    testTimeout: 120_000,
  },
  full: {
    include: ['{packages,apps}/*/src/**/*.full.test.ts', 'tests/**/*.full.test.ts'],
    exclude: [],
    testTimeout: 120_000,
  },
};
const chosen = process.env['TESTS'] ?? 'unit';
const kind = chosen === 'full' || chosen === 'integration' ? kinds[chosen] : kinds.unit;

const report = process.env['VITEST_REPORT'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...kind,
    exclude: [...configDefaults.exclude, ...kind.exclude],
    reporters: ['default', ...(report === undefined ? [] : [new VitestReportWriter(report)])],
    hookTimeout: 120_000,
    // Vitest would leave one core idle, which is half of a machine of two.
    maxWorkers: '100%',
  },
});
