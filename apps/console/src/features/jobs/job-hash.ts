/** The filter of the job list in the URL hash: `#status=failed&time=1763683200000` (JOB-002, JOB-003). */

export const jobFilters = ['all', 'running', 'done', 'failed'] as const;
export type JobStatusFilter = (typeof jobFilters)[number];

export interface JobFilter {
  readonly status: JobStatusFilter;
  /** Epoch milliseconds: unfinished jobs and those that ended at or after it (OP-33). */
  readonly time?: number;
}

/** @param hash with or without `#`; invalid parts are ignored */
export function readJobHash(hash: string): JobFilter {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const status = jobFilters.find((each) => each === values.get('status')) ?? 'all';
  const time = values.get('time') ?? '';
  return { status, ...(/^\d{1,13}$/.test(time) && { time: Number(time) }) };
}

/** Without `#`; empty for the filter that shows everything. */
export function jobHash({ status, time }: JobFilter): string {
  const values = new URLSearchParams();
  if (status !== 'all') values.set('status', status);
  if (time !== undefined) values.set('time', String(time));
  return values.toString();
}

/** The filter as part of the API query. */
export function jobQueryOf({ status, time }: JobFilter): { status?: string; time?: number } {
  return { ...(status !== 'all' && { status }), ...(time !== undefined && { time }) };
}
