/** Reads how many tests passed and failed from the JSON reports of the test runners. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});
const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

async function readReport<S extends z.ZodType>(path: string, schema: S) {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** A runner that ended with an error counts as one failure even when no test failed. */
function tally(passed: number, failed: number, code: number): Tally {
  const silent = passed === 0 || code !== 0;
  return { passed, failed: failed === 0 && silent ? 1 : failed };
}

/** A skipped test is a failed one: nothing may be left out in silence. */
export async function countVitest(path: string, code: number): Promise<Tally> {
  const report = await readReport(path, vitestReport);
  if (report === undefined) return tally(0, 1, code);
  const skipped = report.numPendingTests + report.numTodoTests;
  return tally(report.numPassedTests, report.numFailedTests + skipped, code);
}

export async function countPlaywright(path: string, code: number): Promise<Tally> {
  const report = await readReport(path, playwrightReport);
  if (report === undefined) return tally(0, 1, code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  // Flaky: passed at the second try.
  return tally(expected + flaky, unexpected + skipped, code);
}
