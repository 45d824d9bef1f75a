/** Jobs: the page of one as it runs, fails and ends, and what an operator does to it. */
import type { JobDetail } from '@interlude/contract';
import { ApiError, contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import { expectAccessibleScreen, SCREEN } from '../testing/accessible-screen.ts';
import { columnHeads, openList, rowsWith, toastOf } from '../testing/list-table.ts';
import { testInCompany } from '../testing/one-window.ts';
import { smallLadder } from '../testing/small-ladder.ts';

const suffix = crypto.randomUUID().slice(0, 8);
const refused = /status of 4\d\d/;

const company = testInCompany({ allowed: [refused] });
let channelId: string;

/** Starts the conditioning of a new creative, which the lab serves whole, slowly or with a fault. */
async function startJob(name: string, file: string): Promise<JobDetail> {
  const body = {
    titleId: `${name}-${suffix}`,
    name: `${name} ${suffix}`,
    channelId,
    mediaUrl: `${platform.labUrl}/ads/creatives/ad-e-5~${name}${suffix}/${file}`,
  };
  const answer = await company()
    .signedIn.client(contract.channelAssets.put, { body })
    .catch((error: unknown) => error);
  const jobId = answer instanceof ApiError ? answer.error.details?.['jobId'] : undefined;
  if (typeof jobId !== 'string') throw new Error(`no job was begun: ${String(answer)}`);
  return readJob(jobId);
}

const readJob = (id: string) => company().signedIn.client(contract.jobs.read, { params: { id } });
const jobPath = (id: string) => `/app/jobs/${id}`;

/** A job that has failed: the file is cut and scrambled. */
async function failedJob(name: string): Promise<JobDetail> {
  const { id } = await startJob(name, 'broken.mp4');
  await expect.poll(async () => (await readJob(id)).status, { timeout: 120_000 }).toBe('failed');
  return readJob(id);
}

async function openJob(page: Page, job: JobDetail): Promise<void> {
  await page.goto(platform.consoleUrl + jobPath(job.id));
  await expect(page.getByText(job.name, { exact: true }).first()).toBeVisible();
}

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await labReady(590_000);
  const sourceManifestUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
  const body = { name: `jobs ${suffix}`, sourceManifestUrl, profile: smallLadder('hls') };
  channelId = (await company().signedIn.client(contract.channels.create, { body })).id;
});

test('JOB-004 JOB-005 JOB-007 a job is followed to its end, and leads to its asset', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const job = await startJob('whole', 'media.mp4');
  await openJob(page, job);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.locator('.job-end[data-status="done"]')).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('.job-tasks > li[data-status="done"]').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Log lines' })).toBeVisible();
  const { titleId } = await readJob(job.id);
  await page.locator('.job-facts').getByRole('link').last().click();
  await expect(page).toHaveURL(new RegExp(`/app/assets/${encodeURIComponent(titleId)}$`));
  await page.getByRole('navigation', { name: 'Asset' }).getByText('Jobs').click();
  await rowsWith(page, job.name).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${job.id}$`));
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
});

test('JOB-011 JOB-008 a failed job says why, in which task, and what to do', async ({ page }) => {
  test.setTimeout(300_000);
  const job = await failedJob('faulty');
  await openJob(page, job);
  const failure = page.getByRole('region', { name: 'Failure' });
  await expect(failure).toContainText(job.error);
  await expect(failure).toContainText(job.errorCode);
  await expect(page.locator('.job-tasks > li[data-status="failed"] .bad')).not.toBeEmpty();
  await page.getByText('Errors', { exact: true }).click();
  await expect(page.locator('.job-log li:not([data-level="error"])')).toHaveCount(0);
  const duration = page.locator('.job-facts').getByText(/\d+ s$/);
  const shown = await duration.textContent();
  await page.reload();
  await expect(duration).toHaveText(shown ?? '');

  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
  await expect(page.getByText('archived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Job Name').fill(`known ${suffix}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`known ${suffix}`)).toBeVisible();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(new RegExp(job.id));
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await expectAccessibleScreen(page, jobPath(job.id), SCREEN);
});

test('JOB-007 a running job is cancelled after a question', async ({ page }) => {
  test.setTimeout(300_000);
  const job = await startJob('slow', 'slow.mp4');
  await openJob(page, job);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'Let it run' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(page.locator('.job-end[data-status="failed"]')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Failure' })).toContainText('JOB_CANCELLED');
});

test('JOB-001 JOB-002 JOB-003 the list follows the hash, and its rows lead to the jobs', async ({
  page,
}) => {
  await openList(page, `/app/jobs?q=${suffix}#status=failed`);
  const heads = ['Job Name', 'Progress', 'Duration', 'Flow', 'Job ID', 'Created'];
  expect(await columnHeads(page)).toEqual(heads);
  await expect(page.locator('.job-end[data-status="done"]')).toHaveCount(0);
  await rowsWith(page, suffix).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/app\/jobs\/[^/#]+$/);
  await expectAccessibleScreen(page, '/app/jobs', SCREEN);
});

test('JOB-009 a job that is not there', { tag: '@full' }, async ({ page }) => {
  for (const path of [jobPath(`none-${suffix}`), `/app/assets/x/jobs/none-${suffix}`]) {
    await page.goto(platform.consoleUrl + path);
    await expect(page.getByText('Job not found', { exact: true })).toBeVisible();
  }
});
