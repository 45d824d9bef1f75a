import { describe, expect, it } from 'vitest';
import { failedJobsHash, runningJobsHash } from '../../paths.ts';
import { jobFilters, jobHash, jobQueryOf, readJobHash } from './job-hash.ts';

describe('the hash of the job list', () => {
  it('JOB-002 takes all, running, done and failed', () => {
    for (const status of jobFilters) {
      expect(readJobHash(`#status=${status}`)).toEqual({ status });
      expect(readJobHash(jobHash({ status }))).toEqual({ status });
    }
  });

  it('JOB-002 repairs what was typed by hand', () => {
    expect(readJobHash('')).toEqual({ status: 'all' });
    expect(readJobHash('#status=broken&time=soon')).toEqual({ status: 'all' });
    expect(readJobHash('#status=failed&time=-1')).toEqual({ status: 'failed' });
    expect(readJobHash('#time=99999999999999')).toEqual({ status: 'all' });
  });

  it('JOB-003 takes a time beside the status and asks the API for both', () => {
    const filter = readJobHash('#status=done&time=1763683200000');
    expect(filter).toEqual({ status: 'done', time: 1_763_683_200_000 });
    expect(jobQueryOf(filter)).toEqual({ status: 'done', time: 1_763_683_200_000 });
    expect(jobQueryOf({ status: 'all' })).toEqual({});
  });

  it('NAV-024 NAV-026 understands the links of banner and counter', () => {
    expect(readJobHash(failedJobsHash)).toEqual({ status: 'failed' });
    expect(readJobHash(runningJobsHash(1_000_000))).toEqual({ status: 'running', time: 940_030 });
  });
});
