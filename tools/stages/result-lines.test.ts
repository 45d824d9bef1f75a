import { describe, expect, it } from 'vitest';
import { endOfStage, stageResult, summary } from './result-lines.ts';

const unit = { name: 'unit', budgetSeconds: 210 };
const counts = { passed: 12, failed: 0, flaky: 0 };
const result = stageResult(unit, { ...counts, files: [] }, 120.04);

describe('stageResult', () => {
  it('keeps the ten slowest files, and sums a file that ran twice', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({
      file: `${String(index).padStart(2, '0')}.test.ts`,
      seconds: index,
    }));
    const { slowestFiles } = stageResult(
      unit,
      { ...counts, files: [...files, { file: '03.test.ts', seconds: 20.04 }] },
      1,
    );
    expect(slowestFiles).toHaveLength(10);
    expect(slowestFiles.slice(0, 2)).toEqual([
      { file: '03.test.ts', seconds: 23 },
      { file: '11.test.ts', seconds: 11 },
    ]);
  });
});

describe('endOfStage', () => {
  it('prints counts and seconds of the budget', () => {
    expect(endOfStage(result, 'npm run unit')).toEqual([
      '── unit: ok, 12 passed, 0 failed, 120.0 s of 210 s',
    ]);
  });

  it('prints how to repeat what failed', () => {
    expect(endOfStage({ ...result, failed: 2 }, 'npm run unit')).toEqual([
      '── unit: FAILED (repeat: npm run unit), 12 passed, 2 failed, 120.0 s of 210 s',
    ]);
  });

  it('names tests that passed at their second try', () => {
    expect(endOfStage({ ...result, failed: 2, flaky: 1 }, 'npm run unit')[0]).toContain(
      '2 failed (1 of them passed at the second try)',
    );
  });

  it('warns of a budget that was passed, and fails nothing for it', () => {
    expect(endOfStage({ ...result, seconds: 211 }, 'npm run unit')).toEqual([
      '── unit: ok, 12 passed, 0 failed, 211.0 s of 210 s',
      '── WARNING: unit went over its budget: 211.0 s of 210 s. Find what grew, or who else used the machine.',
    ]);
  });
});

describe('summary', () => {
  it('ends with the sum alone on a line, after every stage with its slowest files', () => {
    const types = { ...result, name: 'types', budgetSeconds: 20, seconds: 21, failed: 1 };
    const slowestFiles = [{ file: 'a.test.ts', seconds: 4.25 }];
    expect(summary([{ ...result, slowestFiles }, types], 141.04)).toEqual([
      '── unit   12 passed, 0 failed, 120.0 s of 210 s',
      '       4.3 s  a.test.ts',
      '── types  12 passed, 1 failed, 21.0 s of 20 s  OVER BUDGET',
      '',
      '141.0 s of 230 s',
      '24 passed, 1 failed',
    ]);
  });
});
