import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './runner-reports.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-reports-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(report: unknown): Promise<string> {
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(report));
  return path;
}

const files = [{ file: 'packages/hls/src/a.test.ts', seconds: 1.5 }];
const vitestReport = { passed: 3, failed: 0, skipped: 0, flaky: 0, files };

describe('readVitest', () => {
  it('gives counts and files', async () => {
    expect(await readVitest(await written(vitestReport), 0)).toEqual({
      passed: 3,
      failed: 0,
      flaky: 0,
      files,
    });
  });

  it('counts skipped and flaky tests as failed', async () => {
    const path = await written({ ...vitestReport, failed: 1, skipped: 2, flaky: 4 });
    expect(await readVitest(path, 1)).toMatchObject({ passed: 3, failed: 7, flaky: 4 });
  });

  it('counts an error outside of tests, no test at all and no report as one failure', async () => {
    const path = await written(vitestReport);
    expect(await readVitest(path, 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(await readVitest(await written({ ...vitestReport, passed: 0 }), 0)).toMatchObject({
      failed: 1,
    });
    expect(await readVitest(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
  });
});

const spec = (file: string, ...durations: number[]) => ({
  title: 'plays',
  file,
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});
const playwrightReport = {
  stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
  suites: [
    {
      title: 'a',
      specs: [spec('playback/a.e2e.ts', 1_000, 500)],
      suites: [{ title: 'inner', specs: [spec('playback/a.e2e.ts', 2_000)] }],
    },
    { title: 'b', specs: [spec('console/b.e2e.ts', 250)] },
  ],
};

describe('readPlaywright', () => {
  it('gives counts, and seconds of all tries for each file', async () => {
    expect(await readPlaywright(await written(playwrightReport), 0)).toEqual({
      passed: 2,
      failed: 0,
      flaky: 0,
      files: [
        { file: 'playback/a.e2e.ts', seconds: 3.5 },
        { file: 'console/b.e2e.ts', seconds: 0.25 },
      ],
    });
  });

  it('counts a test that passed at its second try as failed', async () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    const path = await written({ ...playwrightReport, stats });
    expect(await readPlaywright(path, 0)).toMatchObject({ passed: 5, failed: 4, flaky: 2 });
  });
});
