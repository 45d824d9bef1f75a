import { createLogger, createMetrics } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { watchFoldedValues } from './folded-values.ts';

test('SEC-S73 values that are counted as one are said to operators, once for each company', async () => {
  const metrics = createMetrics();
  const sent: string[] = [];
  const report = watchFoldedValues({
    metrics,
    logger: createLogger({ name: 'test', level: 'silent' }),
    notify: async ({ content }) => sent.push(content),
  });
  report([
    { tenant: 'acme', kind: 2, terms: 1 },
    { tenant: 'acme', kind: 14, terms: 4 },
    { tenant: 'nord', kind: 14, terms: 2 },
  ]);
  expect(sent.map((content) => content.slice(0, content.indexOf(' has ')))).toEqual([
    'Company acme',
    'Company nord',
  ]);
  expect(sent[0]).toContain(': 5 more are counted as (other)');
  expect(await metrics.text()).toContain('interlude_stitcher_values_folded_total 7');
});
