import { configDefaults, defineConfig } from 'vitest/config';

// Node 24 strips types itself; the private condition makes every workspace resolve to its source.
const conditions = ['@interlude/source'];
const integration = process.env['INTEGRATION'] === '1';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: integration
      ? ['{packages,apps}/*/src/**/*.integration.test.ts', 'tests/**/*.integration.test.ts']
      : ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(integration ? [] : ['**/*.integration.test.ts'])],
    testTimeout: integration ? 120_000 : 20_000,
    hookTimeout: 120_000,
  },
});
