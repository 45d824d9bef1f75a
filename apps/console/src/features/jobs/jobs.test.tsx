import type { JobDetail, Title } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { jobAdvice } from './detail/job-advice.ts';
import { attemptText } from './detail/job-facts.tsx';
import { filteredLines } from './detail/job-log-lines.ts';
import { jobColumns, titleJobColumns } from './job-columns.tsx';
import { JobPage } from './job-page.tsx';
import { TitleJobsPage } from './title-jobs-page.tsx';

const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:00:42.000Z';
const task = {
  type: 'probe',
  name: 'Probe and check',
  status: 'done',
  progress: 100,
  start: at,
  end: later,
  settings: {},
  error: '',
  errorCode: '',
  message: '30.04 s, 1920x1080',
  findings: ['NO_AUDIO'],
} as const;
const job: JobDetail = {
  id: 'j-1',
  name: 'Condition Autumn',
  status: 'failed',
  progress: 61,
  start: at,
  end: later,
  flowId: 'f-1',
  flowName: 'channel-assets-conditioning',
  titleId: 't-1',
  titleName: 'Autumn',
  createdAt: at,
  archived: false,
  attempt: 2,
  attempts: 3,
  timeout: 60,
  error: 'The encoder ffmpeg failed: no such codec',
  errorCode: 'ENCODE_FAILED',
  inputMediaIds: ['m-1', 'm-gone'],
  inputMedias: [
    {
      id: 'm-1',
      name: 'autumn.mp4',
      type: 'source',
      contentType: 'video',
      titleId: 't-1',
      url: 'https://c.example/autumn.mp4',
      externalResourceId: '',
      externalResourceType: '',
      createdBySystemId: '',
      ext: 'mp4',
      sizeBytes: 10,
      createdAt: at,
      updatedAt: at,
    },
  ],
  settings: { clipId: 'ad-1' },
  tasks: [
    { ...task, findings: ['NO_AUDIO'] },
    {
      ...task,
      type: 'encode',
      name: 'Encode',
      status: 'failed',
      message: '',
      error: 'The encoder ffmpeg failed: no such codec',
      errorCode: 'ENCODE_FAILED',
      findings: [],
    },
    {
      ...task,
      type: 'store',
      name: 'Store',
      status: 'waiting',
      start: null,
      end: null,
      findings: [],
    },
  ],
  updatedAt: at,
};
const line = { at, attempt: 2, task: 'encode' };
const log = [
  { ...line, level: 'info' as const, text: 'begins' },
  { ...line, level: 'warning' as const, text: 'slow' },
  { ...line, level: 'error' as const, text: 'no such codec' },
];
const path = '/api/v2/jobs/j-1';

const title: Title = {
  ...{ id: 't-1', name: 'Autumn', type: 'ad', state: 'delivered' },
  ...{ studio: '', deliverer: '', synopsis: '', createdAt: at, updatedAt: at },
};

let network = answerCalls({});
afterEach(() => {
  network.restore();
  cleanup();
});

async function load(more: Parameters<typeof answerCalls>[0], shown: JobDetail = job) {
  network = answerCalls({
    [`GET ${path}`]: { body: shown },
    [`GET ${path}/log`]: { body: log },
    ...more,
  });
  const page = (
    <TitleBar productName="Interlude">
      <JobPage />
      <DialogHost />
    </TitleBar>
  );
  await show(page, {}, '/app/jobs/j-1', '/app/jobs/$jobId');
}
async function open(more: Parameters<typeof answerCalls>[0] = {}, shown: JobDetail = job) {
  await load(more, shown);
  await screen.findByRole('heading', { name: 'Tasks' });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const toasted = () => toasts.get().map(({ message }) => message);

describe('the job list', () => {
  it('JOB-001 has the columns Job Name, Progress, Duration, Flow, Job ID, Created', () => {
    expect(jobColumns.map(({ header }) => header)).toEqual([
      'Job Name',
      'Progress',
      'Duration',
      'Flow',
      'Job ID',
      'Created',
    ]);
  });
});

describe('the jobs of an asset', () => {
  it('AST-012 have the columns Status, ID, Name, Created at', () => {
    const headers = titleJobColumns('t-1').map(({ header }) => header);
    expect(headers).toEqual(['Status', 'ID', 'Name', 'Created at']);
  });

  it('AST-013 AST-004 are those of this asset only, with pages below it', async () => {
    network = answerCalls({
      'GET /api/v2/titles/t-1': { body: title },
      'GET /api/v2/jobs': { body: [job], total: 1 },
    });
    await show(<TitleJobsPage />, {}, '/app/assets/t-1/jobs', '/app/assets/$assetId/jobs');
    const link = await screen.findByRole('link', { name: 'Condition Autumn' });
    expect(link.getAttribute('href')).toBe('/app/assets/t-1/jobs/j-1');
    const [requested] = network.calls('GET /api/v2/jobs');
    expect(requested?.url.searchParams.get('titleId')).toBe('t-1');
  });
});

describe('the page of a job', () => {
  it('JOB-004 shows status, duration, attempt, flow and asset', async () => {
    await open();
    const facts = [...document.querySelectorAll('.job-facts dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.trim(),
    ]);
    expect(Object.fromEntries(facts)).toMatchObject({
      Status: 'failed at 61%',
      Duration: '42 s',
      Attempt: '2 of 3',
      Flow: 'channel-assets-conditioning',
      Asset: 'Autumn',
    });
    expect(screen.queryByRole('link', { name: 'channel-assets-conditioning' })).toBeNull();
  });

  it('JOB-004 an asset that is gone is shown by its id', async () => {
    await open({}, { ...job, titleName: '' });
    const link = screen.getByTitle('t-1').closest('a');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual(['t-1', '/app/assets/t-1']);
  });

  it('JOB-011 shows the error with what to do, and the errors and findings of its tasks in words', async () => {
    await open();
    const failure = screen.getByRole('region', { name: 'Failure' });
    expect(failure.textContent).toContain('The encoder ffmpeg failed: no such codec');
    expect(failure.textContent).toContain(jobAdvice('ENCODE_FAILED'));
    const tasks = screen.getByRole('region', { name: 'Tasks' });
    expect(tasks.textContent).toContain('The file has no audio; silence is added.');
    expect(within(tasks).getByText('not begun')).toBeDefined();
    expect(within(tasks).getAllByText('The encoder ffmpeg failed: no such codec')).toHaveLength(1);
    expect(jobAdvice('SOMETHING_ELSE')).toContain('Run the job again');
  });

  it('links the inputs that are left and names the others', async () => {
    await open();
    const inputs = screen.getByRole('region', { name: 'Inputs' });
    const link = within(inputs).getByRole('link', { name: 'autumn.mp4' });
    expect(link.getAttribute('href')).toBe('/app/assets/t-1/medias/m-1');
    expect(inputs.textContent).toContain('m-gone deleted');
    expect(screen.getByRole('region', { name: 'Settings as JSON' }).textContent).toContain(
      '"clipId": "ad-1"',
    );
  });

  it('shows the lines of its log from a level on', async () => {
    await open();
    const lines = await screen.findByRole('region', { name: 'Log lines' });
    expect(within(lines).getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(screen.getByRole('radio', { name: 'Errors' }));
    expect(within(lines).getAllByRole('listitem')).toHaveLength(1);
    expect(filteredLines(log, 'warning').map(({ level }) => level)).toEqual(['warning', 'error']);
  });

  it.each([
    [404, 'Job not found'],
    [503, 'Error in loading'],
  ])('JOB-009 a load that is answered with %i says so', async (status, words) => {
    await load({ [`GET ${path}`]: { status, body: { code: status, message: 'x' } } });
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('JOB-010 its name can be changed, which says that it was saved', async () => {
    await open({ [`PUT ${path}`]: { body: { ...job, name: 'Spring' } } });
    await press('Rename');
    const name = screen.getByRole('textbox', { name: 'Job Name' });
    await userEvent.clear(name);
    await press('Save');
    expect(screen.getByRole('alert').textContent).toBe('I should not be empty!');
    await userEvent.type(name, ' Spring ');
    await press('Save');
    await waitFor(() => expect(toasted()).toEqual(['Your item has been saved!']));
    expect(network.calls(`PUT ${path}`)[0]?.body).toEqual({ name: 'Spring' });
  });

  it('JOB-010 OP-32 a refused change says why', async () => {
    await open({ [`PUT ${path}`]: { status: 409, body: { code: 409, message: 'running' } } });
    await press('Archive');
    await waitFor(() => expect(toasted()).toEqual(['Error while Saving: running']));
    expect(network.calls(`PUT ${path}`)[0]?.body).toEqual({ archived: true });
  });

  it('an ended job runs again as a new one', async () => {
    await open({ [`POST ${path}/rerun`]: { status: 201, body: { ...job, id: 'j-2' } } });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await press('Run again');
    await waitFor(() => expect(network.calls('GET /api/v2/jobs/j-2')).not.toEqual([]));
  });

  it('a running job is cancelled after a question', async () => {
    const running: JobDetail = { ...job, status: 'running', end: null, error: '', errorCode: '' };
    await open({ [`POST ${path}/cancel`]: { status: 202, body: running } }, running);
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Failure' })).toBeNull();
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Let it run' }));
    expect(network.calls(`POST ${path}/cancel`)).toEqual([]);
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the job' }));
    await waitFor(() => expect(network.calls(`POST ${path}/cancel`)).toHaveLength(1));
  });

  it('says how many attempts there were, or that none has begun', () => {
    expect(attemptText({ status: 'running', attempt: 1, attempts: 3 })).toBe('1 of 3');
    expect(attemptText({ status: 'running', attempt: 0, attempts: 3 })).toContain('waiting');
    expect(attemptText({ status: 'failed', attempt: 0, attempts: 1 })).toBe('never begun');
  });
});
