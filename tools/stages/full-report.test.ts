import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginReport,
  besideOthers,
  readFullReport,
  withResult,
  writeFullReport,
} from './full-report.ts';
import { machineFacts } from './machine-facts.ts';

const stageNames = ['unit', 'fuzz', 'soak'];
const facts = { commit: 'abc', machine: machineFacts() };
const run = { ...facts, startedAt: '2026-11-22T10:00:00.000Z', stageNames };
const result = (name: string, passed = 1) => ({
  name,
  passed,
  failed: 0,
  flaky: 0,
  seconds: 1,
  budgetSeconds: 2,
  slowestFiles: [{ file: 'a.test.ts', seconds: 0.5 }],
});
const earlier = { ...facts, startedAt: '2026-11-21T10:00:00.000Z' };

describe('a resumed run', () => {
  it('keeps the stages of the same commit', () => {
    const before = { ...earlier, stages: [result('unit'), result('gone')] };
    expect(beginReport(run, before, true)).toMatchObject({
      startedAt: run.startedAt,
      stages: [result('unit')],
    });
  });

  it('keeps nothing of another commit, and a whole run nothing at all', () => {
    const before = { ...earlier, stages: [result('unit')] };
    expect(beginReport({ ...run, commit: 'def' }, before, true).stages).toEqual([]);
    expect(beginReport(run, before, false).stages).toEqual([]);
    expect(beginReport(run, undefined, true).stages).toEqual([]);
  });

  it('keeps what a run beside it has stored of the same commit', () => {
    const report = { ...earlier, stages: [result('unit')] };
    const stored = { ...earlier, stages: [result('unit'), result('soak')] };
    expect(besideOthers(report, stored).stages).toEqual(stored.stages);
    expect(besideOthers(report, { ...stored, commit: 'def' })).toBe(report);
    expect(besideOthers(report, undefined)).toBe(report);
  });

  it('puts a result in place of the earlier one, in the order of the stages', () => {
    const before = { ...earlier, stages: [result('unit'), result('soak')] };
    const fuzzed = withResult(before, result('fuzz'), stageNames);
    expect(withResult(fuzzed, result('unit', 7), stageNames).stages).toEqual([
      result('unit', 7),
      result('fuzz'),
      result('soak'),
    ]);
  });
});

describe('the file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'full-report-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read as it was written', async () => {
    const path = join(folder, 'new', 'full.json');
    const report = { ...earlier, stages: [result('unit')] };
    await writeFullReport(path, report);
    expect(await readFullReport(path)).toEqual(report);
  });

  it('counts as none when it is not there, or cut', async () => {
    const path = join(folder, 'cut.json');
    expect(await readFullReport(path)).toBeUndefined();
    await writeFile(path, '{"commit":');
    expect(await readFullReport(path)).toBeUndefined();
  });
});
