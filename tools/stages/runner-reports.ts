/** Reads passed, failed and slow tests from the JSON reports of the test runners. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { FileSeconds, Tally } from './stage.ts';

/** The report that `vitest-report.ts` writes. */
const vitestReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  flaky: z.number(),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
});
export type VitestReport = z.infer<typeof vitestReport>;

interface PlaywrightSuite {
  readonly specs?: readonly PlaywrightSpec[] | undefined;
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}
const playwrightSpec = z.object({
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
});
type PlaywrightSpec = z.infer<typeof playwrightSpec>;
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    specs: z.array(playwrightSpec).optional(),
    suites: z.array(playwrightSuite).optional(),
  }),
);
const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(playwrightSuite),
});

async function readReport<S extends z.ZodType>(path: string, schema: S) {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** A runner that ended with an error counts as one failure even when no test failed. */
function tally(counts: Omit<Tally, 'failed'> & { readonly failed: number }, code: number): Tally {
  const silent = counts.passed === 0 || code !== 0;
  return { ...counts, failed: counts.failed === 0 && silent ? 1 : counts.failed };
}

const nothing: Tally = { passed: 0, failed: 1, flaky: 0, files: [] };

/** Skipped and flaky tests count as failed, so that none is lost silently. */
export async function readVitest(path: string, code: number): Promise<Tally> {
  const report = await readReport(path, vitestReport);
  if (report === undefined) return nothing;
  const { passed, failed, skipped, flaky, files } = report;
  return tally({ passed, failed: failed + skipped + flaky, flaky, files }, code);
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Seconds of all tries of all tests of a file. */
function secondsOfFiles(specs: readonly PlaywrightSpec[]): FileSeconds[] {
  const spentMs = new Map<string, number>();
  for (const { file, tests } of specs) {
    const results = tests.flatMap((test) => test.results);
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    spentMs.set(file, (spentMs.get(file) ?? 0) + ms);
  }
  return [...spentMs].map(([file, ms]) => ({ file, seconds: ms / 1_000 }));
}

/** As `readVitest`; Playwright calls a test flaky that passed at its second try. */
export async function readPlaywright(path: string, code: number): Promise<Tally> {
  const report = await readReport(path, playwrightReport);
  if (report === undefined) return nothing;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const files = secondsOfFiles(report.suites.flatMap(specsOf));
  return tally({ passed: expected, failed: unexpected + skipped + flaky, flaky, files }, code);
}
