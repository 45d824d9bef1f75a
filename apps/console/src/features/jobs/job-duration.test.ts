import { describe, expect, it } from 'vitest';
import { durationText, jobDurationMs } from './job-duration.tsx';

const start = '2026-03-01T12:00:00.000Z';
const end = '2026-03-01T12:03:05.000Z';
const later = Date.parse('2026-03-01T14:00:00.000Z');

describe('the duration of a job', () => {
  it('JOB-008 runs to now while the job runs, and is fixed once it is finished', () => {
    expect(jobDurationMs({ status: 'running', start, end: null }, later)).toBe(7_200_000);
    expect(jobDurationMs({ status: 'done', start, end }, later)).toBe(185_000);
    expect(jobDurationMs({ status: 'failed', start, end }, later + 1)).toBe(185_000);
  });

  it('JOB-008 is unknown without a start or, when finished, without an end', () => {
    expect(jobDurationMs({ status: 'running', start: null, end: null }, later)).toBeUndefined();
    expect(jobDurationMs({ status: 'failed', start, end: null }, later)).toBeUndefined();
  });

  it('JOB-001 reads as a person says it', () => {
    expect([8_000, 185_000, 7_380_000, 59_999].map(durationText)).toEqual([
      '8 s',
      '3 min 05 s',
      '2 h 03 min',
      '1 min 00 s',
    ]);
  });
});
