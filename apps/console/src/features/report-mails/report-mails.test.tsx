import type { ReportMail } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '../../app/session.ts';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { MailDialog } from '../../components/reports/mail/mail-dialog.tsx';
import { type MailDraft, scheduleText } from '../../components/reports/mail/mail-values.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import {
  dashboardItem,
  definition,
  reportAnswers,
  savedChoices,
  sent,
} from '../../testing/reports.suite.ts';
import { show, testSession } from '../../testing/show.suite.tsx';
import { ReportMailsPage } from './report-mails-page.tsx';

const card = {
  ...{ system: 's1', chart: 'ad-views', interval: 86_400_000, campaignName: '' },
  ...{ viewOption: null, timing: 'last' as const },
};
const mail: ReportMail = {
  ...{ id: 'm1', name: 'Board', userId: 'u1', createdBy: 'jane@example.org', cards: [card] },
  ...{ channelIds: [], period: 'Last week', compare: true, rhythm: 'weekly', weekday: 1 },
  ...{ monthDay: 1, hour: 7, paused: false, timeZone: 'Europe/Berlin' },
  recipients: [
    { userId: 'u1', name: 'Jane', email: 'jane@example.org', unsubscribed: false },
    { userId: 'u2', name: '', email: 'bob@example.org', unsubscribed: true },
  ],
  ...{ nextRunAt: '2026-11-30T06:00:00.000Z', lastRunAt: '2026-11-23T06:00:00.000Z' },
  ...{ lastOutcome: 'sent', lastProblem: '1 of 4 cards could not be read.', lastMails: 1 },
};
const path = '/api/v2/report-mails';
const members = [
  { userId: 'u1', name: 'Jane', email: 'jane@example.org' },
  { userId: 'u2', name: '', email: 'bob@example.org' },
];

/** Recipients are ids in a request, and members in its answer. */
const answerTo = (body: unknown) => ({
  ...{ ...mail, ...Object(body) },
  recipients: mail.recipients,
});

let network = answerCalls({});
afterEach(async () => {
  cleanup();
  await sent();
  network.restore();
});

function answers(mails: readonly ReportMail[]) {
  network.restore();
  network = answerCalls(
    reportAnswers(
      [definition('ad-views'), definition('devices', { title: 'Devices' })],
      savedChoices({ dashboardItems: [dashboardItem('devices')] }),
      {
        [`GET ${path}`]: { body: mails },
        'GET /api/v2/report-mail-members': { body: members },
        [`POST ${path}`]: ({ body }) => ({ body: { ...answerTo(body), id: 'm2' } }),
        [`PATCH ${path}/m1`]: ({ body }) => ({ body: answerTo(body) }),
        [`POST ${path}/m1/send`]: {},
        [`POST ${path}/m2/send`]: {},
        [`DELETE ${path}/m1`]: {},
      },
    ),
  );
}

async function open(mails: readonly ReportMail[], session: Partial<Session> = {}) {
  answers(mails);
  await show(
    <TitleBar productName="Interlude">
      <ReportMailsPage />
      <DialogHost />
    </TitleBar>,
    session,
  );
}
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));

describe('scheduled mails', () => {
  it('lists when each goes, to whom, and how the last one went', async () => {
    await open([mail, { ...mail, id: 'm3', name: 'Off', paused: true, nextRunAt: null }]);
    const table = await screen.findByRole('table', { name: 'Scheduled mails' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('Weekly on Monday at 07:00Europe/Berlin');
    expect(first?.textContent).toContain('jane@example.org1 unsubscribed');
    expect(first?.textContent).toContain('Sent to 1 member 1 of 4 cards could not be read.');
    expect(second?.textContent).toContain('Paused');
  });

  it('sends one to oneself, pauses, and deletes after a question', async () => {
    await open([mail]);
    await press('Send me one now: Board');
    await waitFor(() => expect(network.calls(`POST ${path}/m1/send`)).toHaveLength(1));
    await press('Pause Board');
    await waitFor(() =>
      expect(network.calls(`PATCH ${path}/m1`)[0]?.body).toEqual({ paused: true }),
    );
    await press('Delete Board');
    const question = await screen.findByRole('alertdialog', { hidden: true });
    expect(network.calls(`DELETE ${path}/m1`)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete', hidden: true }));
    await waitFor(() => expect(network.calls(`DELETE ${path}/m1`)).toHaveLength(1));
  });

  it('changes one: its cards are chosen, others are offered, who unsubscribed is not', async () => {
    await open([mail]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Edit Board' })).toHaveProperty('disabled', false),
    );
    await press('Edit Board');
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    await userEvent.click(dialog.getByLabelText('Devices'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save', hidden: true }));
    await waitFor(() =>
      expect(network.calls(`PATCH ${path}/m1`)[0]?.body).toMatchObject({
        ...{ name: 'Board', recipients: ['u1'] },
        cards: [{ chart: 'ad-views' }, { chart: 'devices' }],
      }),
    );
  });

  it('mails the dashboard, and says how to begin where nothing is scheduled', async () => {
    await open([]);
    expect(await screen.findByText('No mail is scheduled.')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Mail my dashboard' })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    await press('Mail my dashboard');
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    await userEvent.click(
      dialog.getByRole('button', { name: 'Save and send me one now', hidden: true }),
    );
    await waitFor(() =>
      expect(network.calls(`POST ${path}`)[0]?.body).toMatchObject({
        ...{ name: 'My dashboard', cards: [{ chart: 'devices' }], recipients: ['u1'] },
      }),
    );
    await waitFor(() => expect(network.calls(`POST ${path}/m2/send`)).toHaveLength(1));
  });

  it('of somebody else is not edited', async () => {
    await open([{ ...mail, userId: 'u9' }]);
    expect(await screen.findByRole('button', { name: 'Delete Board' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit Board' })).toBeNull();
  });
});

describe('the dialog', () => {
  const draft: MailDraft = {
    id: undefined,
    offered: [{ key: 's1/ad-views', title: 'Ad views over time', card }],
    values: {
      ...{ name: '', chosen: [], channelIds: [], period: 'Last week', compare: true },
      ...{ rhythm: 'monthly', weekday: 1, monthDay: 31, hour: 7, recipients: [] },
    },
  };

  it('says at each field what is missing, and sends nothing', async () => {
    answers([]);
    await show(<MailDialog draft={draft} onClose={() => undefined} />);
    expect(await screen.findByText(/In a shorter month it is its last day/)).toBeDefined();
    await press('Save');
    for (const text of [
      'Enter a name.',
      'Choose at least one card.',
      'Choose at least one recipient.',
    ]) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    expect(network.calls(`POST ${path}`)).toEqual([]);
  });

  it('a Viewer gets the mail alone', async () => {
    answers([]);
    await show(<MailDialog draft={draft} onClose={() => undefined} />, {
      user: { ...testSession.user, role: 'Viewer' },
    });
    expect(await screen.findByText('The mail goes to you, jane@example.org.')).toBeDefined();
    expect(screen.queryByText('Recipients')).toBeNull();
  });
});

it('a schedule in words', () => {
  const at = { weekday: 7, monthDay: 3, hour: 9 };
  expect(scheduleText({ rhythm: 'daily', ...at })).toBe('Daily at 09:00');
  expect(scheduleText({ rhythm: 'weekly', ...at })).toBe('Weekly on Sunday at 09:00');
  expect(scheduleText({ rhythm: 'monthly', ...at })).toBe('Monthly on day 3 at 09:00');
});
