import { type Client, contract } from '@interlude/contract';

/**
 * Archives the failed jobs that a test has made, so that the banner about them greets no other test.
 * @returns how many there were
 */
export async function archiveFailedJobs(client: Client, search: string): Promise<number> {
  const jobs = await client(contract.jobs.list, { query: { limit: -1, search } });
  const failed = jobs.filter(({ status, archived }) => status === 'failed' && !archived);
  for (const { id } of failed)
    await client(contract.jobs.update, { params: { id }, body: { archived: true } });
  return failed.length;
}
